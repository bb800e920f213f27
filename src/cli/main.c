/* The `serai` command: reads the command line by the table in commands.c and runs what it asks
 * for. */
#include "cli.h"
#include "cli/problems.h"
#include "fleet.h"
#include "help.h"
#include "server/problems.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* ---- language ---- */

/* The screen needs a locale that knows UTF-8, whatever the user's own is. */
static void open_locale(void) {
    if (!setlocale(LC_ALL, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_ALL, "C.UTF-8");
    setlocale(LC_NUMERIC, "C"); /* JSON has points, not commas */
}

static bool read_lang(const char *text, enum sr_lang *lang) {
    if (strcmp(text, "en") == 0)
        *lang = SR_EN;
    else if (strcmp(text, "ru") == 0)
        *lang = SR_RU;
    else
        return false;
    return true;
}

static enum sr_lang locale_lang(void) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return strncmp(value, "ru", 2) == 0 ? SR_RU : SR_EN;
    }
    return SR_EN;
}

/* The language is looked for first, so that everything can be said in it, errors in the command
 * line too. */
static enum sr_lang find_lang(int count, char **words) {
    enum sr_lang lang = locale_lang();
    for (int i = 1; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--lang") == 0 && i + 1 < count)
            read_lang(words[i + 1], &lang);
        else if (strncmp(words[i], "--lang=", 7) == 0)
            read_lang(words[i] + 7, &lang);
    }
    return lang;
}

/* ---- suggestions ---- */

static bool fail_unknown_command(const char *given, struct sr_error *error) {
    struct sr_suggestion suggestion = {.given = given};
    if (given[0] == '-')
        for (int flag = SR_FLAG_LANG; flag < SR_FLAGS; flag++)
            sr_suggest(&suggestion, sr_flag_kinds[flag].name);
    else
        for (int i = 0; i < sr_command_count; i++)
            sr_suggest(&suggestion, sr_commands[i].name);
    return sr_fail(error, SR_PROBLEM_UNKNOWN_COMMAND, given, suggestion.nearest, NULL);
}

bool sr_takes_flag(const struct sr_command *command, int flag) {
    return flag == SR_FLAG_LANG || flag == SR_FLAG_HELP || command->flags >> flag & 1;
}

static bool fail_unknown_flag(const struct sr_command *command, const char *given,
                              struct sr_error *error) {
    struct sr_suggestion suggestion = {.given = given};
    for (int flag = 0; flag < SR_FLAGS; flag++)
        if (sr_takes_flag(command, flag))
            sr_suggest(&suggestion, sr_flag_kinds[flag].name);
    return sr_fail(error, SR_PROBLEM_UNKNOWN_FLAG, command->name, given, suggestion.nearest, NULL);
}

/* ---- the command line ---- */

static const struct sr_command *find_command(const char *name) {
    for (int i = 0; i < sr_command_count; i++)
        if (strcmp(sr_commands[i].name, name) == 0)
            return &sr_commands[i];
    return NULL;
}

/* The words of the command line, taken one after the other. */
struct words {
    int count, at;
    char **word;
};

/* "--flag value", "--flag=value" or "--flag" at the present word. */
static bool read_flag(struct words *words, struct sr_call *call, struct sr_error *error) {
    const char *word = words->word[words->at++];
    char name[64];
    size_t length = strcspn(word, "=");
    if (length >= sizeof name)
        return fail_unknown_flag(call->command, word, error);
    memcpy(name, word, length);
    name[length] = '\0';
    if (strcmp(name, "-h") == 0)
        strcpy(name, "--help");
    int flag = 0;
    while (flag < SR_FLAGS && strcmp(sr_flag_kinds[flag].name, name) != 0)
        flag++;
    if (flag == SR_FLAGS || !sr_takes_flag(call->command, flag))
        return fail_unknown_flag(call->command, name, error);
    if (call->value[flag])
        return sr_fail(error, SR_PROBLEM_FLAG_TWICE, name, NULL);
    if (!sr_flag_kinds[flag].takes) {
        if (word[length] == '=')
            return sr_fail(error, SR_PROBLEM_FLAG_VALUE, name, word + length + 1, name, NULL);
        call->value[flag] = "";
        return true;
    }
    if (word[length] == '=')
        call->value[flag] = word + length + 1;
    else if (words->at < words->count)
        call->value[flag] = words->word[words->at++];
    else
        call->value[flag] = "";
    if (!*call->value[flag]) /* as of a variable of the shell that holds nothing */
        return sr_fail(error, SR_PROBLEM_FLAG_LACKS, name, sr_flag_of(call->command, flag)->takes,
                       NULL);
    enum sr_lang lang;
    if (flag == SR_FLAG_LANG && !read_lang(call->value[flag], &lang))
        return sr_fail(error, SR_PROBLEM_FLAG_VALUE, name, call->value[flag], "en|ru", NULL);
    return true;
}

/* The first argument that the usage line names and the call lacks. */
static const char *lacking_argument(const struct sr_call *call, char name[32]) {
    const char *at = call->command->arguments;
    for (int i = 0; i < call->count; i++)
        at += strcspn(at, " ") + strspn(at + strcspn(at, " "), " ");
    size_t length = strcspn(at, " ");
    memcpy(name, at, length);
    name[length] = '\0';
    return name;
}

static bool check_call(const struct sr_call *call, struct sr_error *error) {
    const struct sr_command *command = call->command;
    if (call->count < command->least) {
        char name[32];
        return sr_fail(error, SR_PROBLEM_ARGUMENT_LACKS, command->name,
                       lacking_argument(call, name), NULL);
    }
    if (call->count > command->most)
        return sr_fail(error, SR_PROBLEM_ARGUMENT_EXTRA, command->name,
                       call->argument[command->most], NULL);
    for (int flag = 0; flag < SR_FLAGS; flag++) {
        if (!(command->needed >> flag & 1) || call->value[flag])
            continue;
        char form[64];
        snprintf(form, sizeof form, "%s %s", sr_flag_kinds[flag].name, sr_flag_kinds[flag].takes);
        return sr_fail(error, SR_PROBLEM_ARGUMENT_LACKS, command->name, form, NULL);
    }
    return true;
}

/* Reads what follows the name of the command. Arguments are gathered at the front of the words. */
static bool read_call(struct words *words, struct sr_call *call, struct sr_error *error) {
    char **argument = words->word;
    bool flags_over = false;
    while (words->at < words->count) {
        char *word = words->word[words->at];
        if (!flags_over && strcmp(word, "--") == 0) {
            flags_over = true;
            words->at++;
        } else if (!flags_over && word[0] == '-' && word[1]) {
            if (!read_flag(words, call, error))
                return false;
        } else {
            argument[call->count++] = word;
            words->at++;
        }
    }
    call->argument = (const char *const *)argument;
    return call->value[SR_FLAG_HELP] || check_call(call, error);
}

/* Flags before the command's name: language, help, version. */
static bool is_front_flag(struct words *words, const char *name) {
    return strcmp(words->word[words->at], name) == 0;
}

/* The next word for `serai help`; the language, which is known by now, may stand anywhere. NULL:
 * none. */
static const char *next_word(struct words *words) {
    while (words->at < words->count && strncmp(words->word[words->at], "--lang", 6) == 0)
        words->at += words->word[words->at][6] ? 1 : 2;
    return words->at < words->count ? words->word[words->at++] : NULL;
}

/* serai help [COMMAND], serai help man [COMMAND], serai help bash|zsh */
static enum sr_exit run_help(struct words *words, struct sr_call *call) {
    struct sr_error error = {0};
    const char *name = next_word(words);
    const char *manual = name && sr_is_manual(name) ? name : NULL;
    if (manual)
        name = next_word(words);
    call->command = name ? find_command(name) : NULL;
    const char *more = next_word(words);
    if (name && !call->command)
        fail_unknown_command(name, &error);
    else if (more)
        sr_fail(&error, SR_PROBLEM_HELP_EXTRA, more, NULL);
    if (error.problem != SR_FINE)
        return sr_report(call->lang, NULL, &error);
    return manual ? sr_manual(call->lang, manual, call->command)
                  : sr_help(call->lang, call->command, stdout);
}

static enum sr_exit run(struct words *words, struct sr_call *call) {
    struct sr_error error = {0};
    while (words->at < words->count && words->word[words->at][0] == '-') {
        const char *word = words->word[words->at];
        if (is_front_flag(words, "--help") || is_front_flag(words, "-h"))
            return sr_help(call->lang, NULL, stdout);
        if (is_front_flag(words, "--version"))
            return sr_run_version(call);
        const char *value = strncmp(word, "--lang=", 7) == 0 ? word + 7 : NULL;
        if (!value && !is_front_flag(words, "--lang")) {
            fail_unknown_command(word, &error);
            return sr_report(call->lang, NULL, &error);
        }
        words->at++;
        if (!value && words->at < words->count)
            value = words->word[words->at++];
        enum sr_lang lang;
        if (!value)
            sr_fail(&error, SR_PROBLEM_FLAG_LACKS, "--lang", "en|ru", NULL);
        else if (!read_lang(value, &lang))
            sr_fail(&error, SR_PROBLEM_FLAG_VALUE, "--lang", value, "en|ru", NULL);
        if (error.problem != SR_FINE)
            return sr_report(call->lang, NULL, &error);
    }
    if (words->at >= words->count)
        return sr_help(call->lang, NULL, stderr);
    const char *name = words->word[words->at++];
    if (strcmp(name, "help") == 0)
        return run_help(words, call);
    call->command = find_command(name);
    if (!call->command) {
        fail_unknown_command(name, &error);
        return sr_report(call->lang, NULL, &error);
    }
    if (!read_call(words, call, &error))
        return sr_report(call->lang, NULL, &error);
    if (call->value[SR_FLAG_HELP])
        return sr_help(call->lang, call->command, stdout);
    if (!sr_fleet_join(&call->fleet, &error)) {
        sr_report(call->lang, NULL, &error);
        return SR_EXIT_SYSTEM;
    }
    /* what is not shared out is done by one */
    return sr_leads(call->fleet) || call->command->shared ? call->command->run(call) : SR_EXIT_FINE;
}

enum sr_exit sr_run_version(const struct sr_call *call) {
    puts("serai " SERAI_VERSION);
    return sr_finish(call->lang);
}

int main(int count, char **words) {
    open_locale();
    signal(SIGPIPE, SIG_IGN); /* a reader that leaves is seen where we write */
    struct words all = {count, 1, words};
    struct sr_call call = {.lang = find_lang(count, words)};
    enum sr_exit code = run(&all, &call);
    sr_fleet_leave(call.fleet, (int)code);
    return (int)code;
}
