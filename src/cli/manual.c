/* Man pages and completions for shells, written from the same tables as the parser and --help:
 *   serai help man [COMMAND]     serai help bash     serai help zsh */
#include "cli.h"
#include "games/games.h"
#include "help.h"

#include <string.h>

/* ---- man pages ---- */

/* Text for roff: backslashes and minus signs as they are, no line that begins like a request. */
static void put_roff(const char *text) {
    bool begins = true;
    for (; *text; text++) {
        if (begins && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        begins = *text == '\n';
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
    }
}

static void put_section(enum sr_lang lang, enum sr_phrase heading) {
    printf(".SH ");
    put_roff(sr_phrase(lang, heading));
    putchar('\n');
}

static void put_title(const char *name, enum sr_lang lang) {
    printf(".TH %s 1 \"\" \"serai " SERAI_VERSION "\" \"%s\"\n", name,
           sr_phrase(lang, SR_SAY_CARAVANSERAI));
}

static void put_flag(enum sr_lang lang, const struct sr_flag_kind *flag) {
    printf(".TP\n.B ");
    put_roff(flag->name);
    if (flag->takes) {
        printf(" \\fI");
        put_roff(flag->takes);
        printf("\\fR");
    }
    putchar('\n');
    put_roff(flag->text.in[lang]);
    putchar('\n');
}

static void put_exit_codes(enum sr_lang lang) {
    put_section(lang, SR_SAY_EXIT_CODES);
    for (int code = SR_EXIT_FINE; code <= SR_EXIT_SYSTEM; code++) {
        printf(".TP\n.B %d\n", code);
        put_roff(sr_phrase(lang, (enum sr_phrase)(SR_SAY_EXIT_FINE + code)));
        putchar('\n');
    }
}

static void put_synopsis(const struct sr_command *command) {
    printf(".B serai %s\n", command->name);
    if (*command->arguments) {
        printf(".I ");
        put_roff(command->arguments);
        putchar('\n');
    }
    for (int flag = 0; flag < SR_FLAGS; flag++) {
        if (!(command->flags >> flag & 1))
            continue;
        const struct sr_flag_kind *kind = sr_flag_of(command, flag);
        bool needed = command->needed >> flag & 1;
        printf("%s\\fB", needed ? "" : "[");
        put_roff(kind->name);
        printf("\\fR");
        if (kind->takes) {
            printf(" \\fI");
            put_roff(kind->takes);
            printf("\\fR");
        }
        puts(needed ? "" : "]");
    }
}

static void put_command_page(const struct sr_command *command, enum sr_lang lang) {
    char title[64];
    snprintf(title, sizeof title, "SERAI-%s", command->name);
    put_title(title, lang);
    put_section(lang, SR_SAY_MAN_NAME);
    printf("serai\\-%s \\- ", command->name);
    put_roff(command->text.in[lang]);
    putchar('\n');
    put_section(lang, SR_SAY_MAN_SYNOPSIS);
    put_synopsis(command);
    put_section(lang, SR_SAY_MAN_DESCRIPTION);
    put_roff(command->more.in[lang]);
    putchar('\n');
    if (strstr(command->arguments, "FILE")) {
        puts(".PP");
        put_roff(sr_phrase(lang, SR_SAY_FILE_IS));
        putchar('\n');
    }
    put_section(lang, SR_SAY_MAN_OPTIONS);
    for (int flag = 0; flag < SR_FLAGS; flag++)
        if (sr_takes_flag(command, flag))
            put_flag(lang, sr_flag_of(command, flag));
    put_section(lang, SR_SAY_EXAMPLES);
    puts(".nf");
    put_roff(command->examples);
    puts("\n.fi");
    put_exit_codes(lang);
    put_section(lang, SR_SAY_MAN_SEE_ALSO);
    puts(".BR serai (1)");
}

static void put_main_page(enum sr_lang lang) {
    put_title("SERAI", lang);
    put_section(lang, SR_SAY_MAN_NAME);
    put_roff(sr_phrase(lang, SR_SAY_WHAT_THIS_IS));
    putchar('\n');
    put_section(lang, SR_SAY_MAN_SYNOPSIS);
    printf(".B ");
    put_roff(sr_phrase(lang, SR_SAY_USAGE_FORM));
    putchar('\n');
    put_section(lang, SR_SAY_MAN_DESCRIPTION);
    put_roff(sr_phrase(lang, SR_SAY_FILE_IS));
    putchar('\n');
    for (int i = 0; i < sr_command_count; i++) {
        printf(".TP\n.BR serai\\-%s (1)\n", sr_commands[i].name);
        put_roff(sr_commands[i].text.in[lang]);
        putchar('\n');
    }
    put_section(lang, SR_SAY_MAN_OPTIONS);
    for (int flag = SR_FLAG_LANG; flag < SR_FLAGS; flag++)
        put_flag(lang, &sr_flag_kinds[flag]);
    put_exit_codes(lang);
}

/* ---- completions ---- */

static void put_games(const char *between) {
    for (int i = 0; sr_game_at(i); i++)
        printf("%s%s", i ? between : "", sr_game_at(i)->name);
}

/* The values that a flag may have, if they are few and known: "en|ru". */
static const char *values_of(int flag) {
    if (flag == SR_FLAG_LANG)
        return "en ru";
    return flag == SR_FLAG_BOTS ? "random greedy novice fair strong master search:1000" : "";
}

static bool takes_file(int flag) {
    const char *takes = sr_flag_kinds[flag].takes;
    return takes && (strcmp(takes, "FILE") == 0 || strcmp(takes, "DIR") == 0);
}

static void put_bash(void) {
    printf("# Completion of serai for bash; written by `serai help bash`.\n"
           "_serai() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flags= "
           "arguments=\n"
           "    COMPREPLY=()\n"
           "    case $before in\n");
    for (int flag = 0; flag < SR_FLAGS; flag++) {
        if (!sr_flag_kinds[flag].takes)
            continue;
        printf("    %s) ", sr_flag_kinds[flag].name);
        if (takes_file(flag))
            printf("COMPREPLY=($(compgen -f -- \"$word\"))");
        else if (*values_of(flag))
            printf("COMPREPLY=($(compgen -W '%s' -- \"$word\"))", values_of(flag));
        printf("%sreturn ;;\n", takes_file(flag) || *values_of(flag) ? "; " : "");
    }
    printf("    esac\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '");
    for (int i = 0; i < sr_command_count; i++)
        printf("%s ", sr_commands[i].name);
    printf("help --help --lang --version' -- \"$word\"))\n        return\n    fi\n"
           "    case ${COMP_WORDS[1]} in\n");
    for (int i = 0; i < sr_command_count; i++) {
        printf("    %s) flags='", sr_commands[i].name);
        for (int flag = 0; flag < SR_FLAGS; flag++)
            if (sr_takes_flag(&sr_commands[i], flag))
                printf("%s ", sr_flag_kinds[flag].name);
        printf("' arguments='");
        if (strstr(sr_commands[i].arguments, "GAME"))
            put_games(" ");
        printf("' ;;\n");
    }
    printf("    esac\n"
           "    case $word in\n"
           "    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")) ;;\n"
           "    *) COMPREPLY=($(compgen -W \"$arguments\" -- \"$word\") $(compgen -f -- "
           "\"$word\")) ;;\n"
           "    esac\n"
           "}\n"
           "complete -o filenames -F _serai serai\n");
}

/* What zsh reads as an explanation must not have its own signs in it. */
static void put_plain(const char *text) {
    for (; *text; text++)
        if (!strchr("[]:'`\\\"", *text))
            putchar(*text);
}

static void put_zsh_flag(const struct sr_command *command, int flag) {
    const struct sr_flag_kind *kind = sr_flag_of(command, flag);
    printf("        '%s[", kind->name);
    put_plain(kind->text.in[SR_EN]);
    printf("]");
    if (kind->takes) {
        printf(":");
        put_plain(kind->takes);
        printf(":");
        if (takes_file(flag))
            printf("_files");
        else if (*values_of(flag)) {
            /* a colon would end the value */
            printf("(");
            for (const char *at = values_of(flag); *at; at++)
                printf(*at == ':' ? "\\:" : "%c", *at);
            printf(")");
        }
    }
    printf("' \\\n");
}

static void put_zsh(void) {
    printf("#compdef serai\n# Completion of serai for zsh; written by `serai help zsh`.\n"
           "_serai() {\n    local -a commands\n    commands=(\n");
    for (int i = 0; i < sr_command_count; i++) {
        printf("        '%s:", sr_commands[i].name);
        put_plain(sr_commands[i].text.in[SR_EN]);
        printf("'\n");
    }
    printf("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n"
           "        return\n    fi\n    local command=$words[2]\n    shift words\n"
           "    (( CURRENT-- ))\n    case $command in\n");
    for (int i = 0; i < sr_command_count; i++) {
        const struct sr_command *command = &sr_commands[i];
        printf("    %s)\n        _arguments \\\n", command->name);
        for (int flag = 0; flag < SR_FLAGS; flag++)
            if (sr_takes_flag(command, flag))
                put_zsh_flag(command, flag);
        bool game = strstr(command->arguments, "GAME"), file = strstr(command->arguments, "FILE");
        if (game) {
            printf("        '*:game:(");
            put_games(" ");
            printf(")'\n");
        } else {
            printf("        '*:%s:%s'\n", file ? "file" : "argument", file ? "_files" : "");
        }
        printf("        ;;\n");
    }
    printf("    esac\n}\n_serai \"$@\"\n");
}

/* ---- which ---- */

bool sr_is_manual(const char *name) {
    return strcmp(name, "man") == 0 || strcmp(name, "bash") == 0 || strcmp(name, "zsh") == 0;
}

enum sr_exit sr_manual(enum sr_lang lang, const char *name, const struct sr_command *command) {
    if (strcmp(name, "bash") == 0)
        put_bash();
    else if (strcmp(name, "zsh") == 0)
        put_zsh();
    else if (command)
        put_command_page(command, lang);
    else
        put_main_page(lang);
    return sr_finish(lang);
}
