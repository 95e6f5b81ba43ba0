// Word lists as the program carries them: a program that is one file needs no folder beside it.
#ifndef MESSAGEAI_WORDS_H
#define MESSAGEAI_WORDS_H

#pragma clang assume_nonnull begin

/// The files of `English`, one after the other, in UTF-8.
const char *messageai_english(void);

#pragma clang assume_nonnull end

#endif
