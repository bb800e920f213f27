/* Help pages, made from the tables of commands and flags. */
#include "help.h"

#include "page.h"

#include <string.h>

enum { TEXT_COLUMN = 22, HELP_COLUMNS = 90 };

/* "  name      what it is", with what it is in a column of its own. */
static void add_row(struct sr_page *page, const char *name, const char *text) {
    char row[1024];
    struct sr_out out;
    sr_out_open(&out, row, sizeof row);
    sr_put(&out, "  ");
    sr_put(&out, name);
    int width = sr_text_width(name) + 2;
    do
        sr_put_char(&out, ' ');
    while (++width < TEXT_COLUMN);
    sr_put(&out, text);
    sr_page_wrap(page, SR_PLAIN, HELP_COLUMNS, TEXT_COLUMN, row);
}

/* Which bots there are, and how many may be named, differs from command to command. */
const struct sr_flag_kind *sr_flag_of(const struct sr_command *command, int flag) {
    if (flag == SR_FLAG_OUT && command->out.name)
        return &command->out;
    if (flag == SR_FLAG_FROM && command->from.name)
        return &command->from;
    return flag == SR_FLAG_BOTS ? &command->bots : &sr_flag_kinds[flag];
}

static void add_flag(struct sr_page *page, enum sr_lang lang, const struct sr_flag_kind *flag) {
    char name[64];
    struct sr_out out;
    sr_out_open(&out, name, sizeof name);
    sr_put(&out, flag->name);
    if (flag->takes) {
        sr_put_char(&out, ' ');
        sr_put(&out, flag->takes);
    }
    add_row(page, name, flag->text.in[lang]);
}

static void add_exit_codes(struct sr_page *page, enum sr_lang lang) {
    sr_page_add(page, SR_PLAIN, "");
    sr_page_add(page, SR_STRONG, sr_phrase(lang, SR_SAY_EXIT_CODES));
    for (int code = SR_EXIT_FINE; code <= SR_EXIT_SYSTEM; code++)
        add_row(page, sr_digits(code).text,
                sr_phrase(lang, (enum sr_phrase)(SR_SAY_EXIT_FINE + code)));
}

static void add_usage(struct sr_page *page, enum sr_lang lang, const struct sr_command *command) {
    char line[512];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, sr_phrase(lang, SR_SAY_USAGE));
    sr_put(&out, " serai ");
    sr_put(&out, command->name);
    if (*command->arguments) {
        sr_put_char(&out, ' ');
        sr_put(&out, command->arguments);
    }
    for (int i = 0; i < SR_FLAGS; i++) {
        if (!(command->flags >> i & 1))
            continue;
        bool needed = command->needed >> i & 1;
        const struct sr_flag_kind *flag = sr_flag_of(command, i);
        sr_put(&out, needed ? " " : " [");
        sr_put(&out, flag->name);
        if (flag->takes) {
            sr_put_char(&out, ' ');
            sr_put(&out, flag->takes);
        }
        sr_put(&out, needed ? "" : "]");
    }
    sr_page_wrap(page, SR_STRONG, HELP_COLUMNS, 6, line);
}

static void add_command(struct sr_page *page, enum sr_lang lang, const struct sr_command *command) {
    add_usage(page, lang, command);
    sr_page_add(page, SR_PLAIN, "");
    sr_page_wrap(page, SR_PLAIN, HELP_COLUMNS, 0, command->more.in[lang]);
    if (strstr(command->arguments, "FILE"))
        sr_page_wrap(page, SR_PLAIN, HELP_COLUMNS, 0, sr_phrase(lang, SR_SAY_FILE_IS));
    sr_page_add(page, SR_PLAIN, "");
    for (int i = 0; i < SR_FLAGS; i++)
        if (command->flags >> i & 1)
            add_flag(page, lang, sr_flag_of(command, i));
    add_flag(page, lang, &sr_flag_kinds[SR_FLAG_LANG]);
    add_flag(page, lang, &sr_flag_kinds[SR_FLAG_HELP]);
    sr_page_add(page, SR_PLAIN, "");
    sr_page_add(page, SR_STRONG, sr_phrase(lang, SR_SAY_EXAMPLES));
    for (const char *at = command->examples; *at;) {
        char line[256];
        struct sr_out out;
        sr_out_open(&out, line, sizeof line);
        size_t length = strcspn(at, "\n");
        sr_put(&out, "  ");
        sr_put_bytes(&out, at, length);
        sr_page_add(page, SR_PLAIN, line);
        at += length + (at[length] == '\n');
    }
}

static void add_overview(struct sr_page *page, enum sr_lang lang) {
    sr_page_wrap(page, SR_STRONG, HELP_COLUMNS, 0, sr_phrase(lang, SR_SAY_WHAT_THIS_IS));
    sr_page_add(page, SR_PLAIN, "");
    char line[128];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, sr_phrase(lang, SR_SAY_USAGE));
    sr_put(&out, " ");
    sr_put(&out, sr_phrase(lang, SR_SAY_USAGE_FORM));
    sr_page_add(page, SR_STRONG, line);
    sr_page_add(page, SR_PLAIN, "");
    for (int i = 0; i < sr_command_count; i++) {
        char name[64];
        sr_out_open(&out, name, sizeof name);
        sr_put(&out, sr_commands[i].name);
        sr_put_char(&out, ' ');
        sr_put(&out, sr_commands[i].arguments);
        add_row(page, name, sr_commands[i].text.in[lang]);
    }
    sr_page_add(page, SR_PLAIN, "");
    add_flag(page, lang, &sr_flag_kinds[SR_FLAG_LANG]);
    add_row(page, sr_flag_kinds[SR_FLAG_HELP].name, sr_phrase(lang, SR_SAY_HELP_OF_EACH));
    add_flag(page, lang, &sr_flag_kinds[SR_FLAG_VERSION]);
    sr_page_add(page, SR_PLAIN, "");
    sr_page_wrap(page, SR_PLAIN, HELP_COLUMNS, 0, sr_phrase(lang, SR_SAY_FILE_IS));
}

enum sr_exit sr_help(enum sr_lang lang, const struct sr_command *command, FILE *to) {
    struct sr_page page = {0};
    if (command)
        add_command(&page, lang, command);
    else
        add_overview(&page, lang);
    add_exit_codes(&page, lang);
    sr_page_print(&page, to, sr_colourful(to));
    sr_page_free(&page);
    return to == stdout ? sr_finish(lang) : SR_EXIT_USAGE;
}
