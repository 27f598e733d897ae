# SPDX-License-Identifier: GPL-3.0-or-later
#
# Print C source with its comments and the insides of its strings blanked.
# Lines keep their numbers.

{
	out = ""
	for (i = 1; i <= length($0); i++) {
		c = substr($0, i, 1)
		two = substr($0, i, 2)
		if (state == "comment") {
			if (two == "*/") {
				state = ""
				i++
			}
		} else if (state != "") {
			if (c == "\\")
				i++
			else if (c == state) {
				state = ""
				out = out c
			}
		} else if (two == "/*") {
			state = "comment"
			out = out " "
			i++
		} else if (two == "//") {
			out = out substr($0, i)
			break
		} else {
			if (c == "\"" || c == "'")
				state = c
			out = out c
		}
	}
	print out
}
