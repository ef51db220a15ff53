#define _GNU_SOURCE
#include "CEdit.h"
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(int32_t), "wide characters are 32 bits");

void cedit_use_utf8(void) {
  locale_t own = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  if (own == (locale_t)0 || strcmp(nl_langinfo_l(CODESET, own), "UTF-8") != 0) {
    if (own != (locale_t)0) freelocale(own);
    own = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  }
  if (own != (locale_t)0) uselocale(own);
}

static FILE *stream(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  FILE *file = copy < 0 ? NULL : fdopen(copy, mode);
  if (file == NULL && copy >= 0) close(copy);
  return file;
}

static void close_streams(FILE *in, FILE *out) {
  if (in != NULL) fclose(in);
  if (out != NULL) fclose(out);
}

EditLine *cedit_open(const char *program, const char *terminal, int input, int output) {
  FILE *in = stream(input, "r"), *out = stream(output, "w");
  EditLine *edit = in && out ? el_init_fd(program, in, out, out, fileno(in), fileno(out), fileno(out)) : NULL;
  if (edit == NULL) {
    close_streams(in, out);
    return NULL;
  }
  el_set(edit, EL_TERMINAL, terminal);
  el_set(edit, EL_SIGNAL, 0);
  el_set(edit, EL_EDITOR, "emacs");
  return edit;
}

void cedit_close(EditLine *edit) {
  FILE *in = NULL, *out = NULL;
  el_get(edit, EL_GETFP, 0, &in);
  el_get(edit, EL_GETFP, 1, &out);
  /* el_end would flush what the user typed ahead for the next program; without edit mode it leaves the terminal alone. */
  el_set(edit, EL_EDITMODE, 0);
  el_end(edit);
  close_streams(in, out);
}

void cedit_set_data(EditLine *edit, void *data) { el_set(edit, EL_CLIENTDATA, data); }

void *cedit_data(EditLine *edit) {
  void *data = NULL;
  el_get(edit, EL_CLIENTDATA, &data);
  return data;
}

void cedit_set_prompt(EditLine *edit, cedit_prompt prompt, int32_t marker) {
  el_wset(edit, EL_PROMPT_ESC, (wchar_t * (*)(EditLine *)) prompt, (wchar_t)marker);
}

void cedit_set_reader(EditLine *edit, cedit_reader reader) { el_wset(edit, EL_GETCFN, (el_rfunc_t)reader); }

int cedit_add(EditLine *edit, const char *name, const char *help, cedit_command command) {
  return el_set(edit, EL_ADDFN, name, help, command);
}

int cedit_bind(EditLine *edit, const char *key, const char *command) {
  return el_set(edit, EL_BIND, key, command, NULL);
}

int cedit_set_tty(EditLine *edit, const char *mode, const char *flag) {
  return el_set(edit, EL_SETTY, mode, flag, NULL);
}

void cedit_prepare(EditLine *edit, int raw) { el_set(edit, EL_PREP_TERM, raw); }

void cedit_refresh(EditLine *edit) { el_set(edit, EL_REFRESH); }

int cedit_insert(EditLine *edit, const int32_t *text) { return el_winsertstr(edit, (const wchar_t *)text); }

int cedit_number(EditLine *edit, const char *capability) {
  int value = 0;
  return el_get(edit, EL_GETTC, capability, &value) == 0 ? value : 0;
}

int cedit_has(EditLine *edit, const char *capability) {
  char *value = NULL;
  return el_get(edit, EL_GETTC, capability, &value) == 0 && value != NULL && *value != 0;
}

const int32_t *cedit_read(EditLine *edit, int *count) { return (const int32_t *)el_wgets(edit, count); }

const int32_t *cedit_line(EditLine *edit, int *count, int *cursor) {
  const LineInfoW *line = el_wline(edit);
  *count = (int)(line->lastchar - line->buffer);
  *cursor = (int)(line->cursor - line->buffer);
  return (const int32_t *)line->buffer;
}

void cedit_write(EditLine *edit, const char *bytes, size_t count) {
  FILE *out = NULL;
  if (el_get(edit, EL_GETFP, 1, &out) != 0 || out == NULL) return;
  fwrite(bytes, 1, count, out);
  fflush(out);
}

HistoryW *cedit_history(EditLine *edit, int size) {
  HistEventW event;
  HistoryW *history = history_winit();
  if (history == NULL) return NULL;
  history_w(history, &event, H_SETSIZE, size);
  history_w(history, &event, H_SETUNIQUE, 1);
  el_wset(edit, EL_HIST, history_w, history);
  return history;
}

void cedit_remember(HistoryW *history, const int32_t *line) {
  HistEventW event;
  history_w(history, &event, H_ENTER, (const wchar_t *)line);
}

void cedit_forget(HistoryW *history) { history_wend(history); }

int cedit_width(int32_t character) { return wcwidth((wchar_t)character); }

static volatile sig_atomic_t signal_pipes[NSIG];

static void write_number(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  /* A full pipe has enough to wake its reader. */
  if (write(signal_pipes[number], &byte, 1) < 0) errno = saved;
  errno = saved;
}

int cedit_catch(int number, int pipe) {
  struct sigaction action = {.sa_handler = write_number, .sa_flags = SA_RESTART};
  signal_pipes[number] = pipe;
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, NULL);
}

void cedit_uncatch(int number) { signal(number, SIG_DFL); }
