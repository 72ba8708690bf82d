// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// A library with nothing in it that anybody asks for: a file of the right name and the wrong content.
extern "C" int fakeForeign() { return 7; }
