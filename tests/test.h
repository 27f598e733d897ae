/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What every test begins with: config.h, cmocka and its headers. */

#ifndef POSTERN_TESTS_TEST_H
#define POSTERN_TESTS_TEST_H

#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#endif
