/* The doors that the loader comes in by, for programs whose every indirect jump must land on a mark
 * (control flow protection of x86-64). The start files of the C library need not have been compiled
 * with it, and Debian's are not: so the loader is sent to these marks, which go on to where it
 * would have gone. The Makefile names them to the linker; elsewhere this file is empty. */
#if defined __x86_64__ && defined __CET__
#define DOOR(name, to)                                                                             \
    __asm__(".text\n"                                                                              \
            ".globl " name "\n"                                                                    \
            ".hidden " name "\n"                                                                   \
            ".type " name ", @function\n" name ":\n"                                               \
            "    endbr64\n"                                                                        \
            "    jmp " to "\n"                                                                     \
            ".size " name ", . - " name "\n")
DOOR("sr_door_start", "_start");
DOOR("sr_door_init", "_init");
DOOR("sr_door_fini", "_fini");
#endif
