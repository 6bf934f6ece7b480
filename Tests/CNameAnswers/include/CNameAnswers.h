#pragma once

/// From now on names below flip.test have these addresses, written with commas between.
void answer_names(const char *addresses);

/// How often somebody has asked for such a name.
int names_asked(void);
