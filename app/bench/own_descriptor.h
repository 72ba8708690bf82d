// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <unistd.h>

namespace ridgepoint {

/// A descriptor of ours, closed with its owner.
class OwnDescriptor {
public:
    explicit OwnDescriptor(int number = -1) : m_number(number) {}
    OwnDescriptor(OwnDescriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    OwnDescriptor& operator=(OwnDescriptor&&) = delete;
    ~OwnDescriptor() { close(); }

    [[nodiscard]] int number() const { return m_number; }
    void close()
    {
        if (m_number >= 0)
            ::close(std::exchange(m_number, -1));
    }

private:
    int m_number;
};

} // namespace ridgepoint
