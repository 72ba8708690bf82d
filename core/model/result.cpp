// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/result.h"

#include <cctype>

namespace ridgepoint {

std::string Error::message() const
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isPlace = text[i] == '%' && i + 1 < text.size()
                          && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
        const auto index = isPlace ? static_cast<std::size_t>(text[i + 1] - '1') : arguments.size();
        if (isPlace && index < arguments.size()) {
            result += arguments[index];
            ++i;
        } else {
            result += text[i];
        }
    }
    return result;
}

} // namespace ridgepoint
