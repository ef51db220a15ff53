#pragma once
#include <histedit.h>
#include <stdint.h>

/*
 * What Swift cannot say itself: libedit's variadic calls, wide characters as plain integers, and a signal handler.
 * Wide text is int32_t here, because Swift's own wide character may not hold the values we use for stray bytes.
 */

typedef unsigned char (*cedit_command)(EditLine *, int);
typedef int (*cedit_reader)(EditLine *, int32_t *);
typedef int32_t *(*cedit_prompt)(EditLine *);

/* Makes the calling thread's character set UTF-8: the user's locale where it is UTF-8, else C.UTF-8. */
void cedit_use_utf8(void);

/* One editor on copies of two descriptors; NULL when there is no memory. Closing leaves the terminal as it is. */
EditLine *cedit_open(const char *program, const char *terminal, int input, int output);
void cedit_close(EditLine *edit);

void cedit_set_data(EditLine *edit, void *data);
void *cedit_data(EditLine *edit);
void cedit_set_prompt(EditLine *edit, cedit_prompt prompt, int32_t marker);
void cedit_set_reader(EditLine *edit, cedit_reader reader);
int cedit_add(EditLine *edit, const char *name, const char *help, cedit_command command);
int cedit_bind(EditLine *edit, const char *key, const char *command);
int cedit_set_tty(EditLine *edit, const char *mode, const char *flag);
void cedit_prepare(EditLine *edit, int raw);
void cedit_refresh(EditLine *edit);
int cedit_insert(EditLine *edit, const int32_t *text);
int cedit_number(EditLine *edit, const char *capability);
int cedit_has(EditLine *edit, const char *capability);

/* Reads one line; the count does not hold the terminating zero. */
const int32_t *cedit_read(EditLine *edit, int *count);
/* The line so far and how much of it stands before the cursor. */
const int32_t *cedit_line(EditLine *edit, int *count, int *cursor);
/* Writes to the editor's own stream, so that it comes in order with what the editor draws. */
void cedit_write(EditLine *edit, const char *bytes, size_t count);

/* History in memory of `size` lines, used by the editor's history commands. */
HistoryW *cedit_history(EditLine *edit, int size);
void cedit_remember(HistoryW *history, const int32_t *line);
void cedit_forget(HistoryW *history);

/* Columns that a character takes, negative when it cannot be shown. */
int cedit_width(int32_t character);

/* From now on `signal` writes its number as one byte to `pipe`; cedit_uncatch gives it back its default. */
int cedit_catch(int signal, int pipe);
void cedit_uncatch(int signal);
