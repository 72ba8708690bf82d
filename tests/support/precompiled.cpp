// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Nothing: a target needs a file for its precompiled headers, which the tests share.
