# Caravanserai. The goals a person types:
#
#   make            release build: build/serai, build/libserai.a, build/libserai.so, build/serai.pc
#   make play       builds everything, starts the server and says (or opens) its address
#   make terminal   the same games in the terminal: make terminal GAME=dunhuang
#   make try        one game in seconds: its battery, scenarios and speed: make try GAME=hearts
#   make test       everything: gcc and clang, sanitizers, scenarios, battery, fuzzers, commands
#   make test-web   the browser client alone, in Chromium against the real server
#   make reliability  200 kills of the server and thousands of games listened to: docs/reliability.md
#   make load       what one server carries: moves a second, sockets, memory, stored games
#   make bench      decisions per second, and instructions per decision under callgrind
#   make strength   how strong the bots are, hours of it: make strength PART=greedy GAME=gugong
#   make bench-web  the tables in Chromium: how soon they are there, how evenly they move
#   make fuzz       fuzzes one target for as long as you like: make fuzz TARGET=record SECONDS=600
#   make protocol   writes the pages and types of the protocol anew from its tables
#   make golden     writes golden records for games and rules versions that have none yet
#   make lint       clang-tidy and cppcheck          make format   clang-format, in place
#   make install    to PREFIX (/usr/local)           make clean
#
# A variant is a build of its own in build/VARIANT: release, debug, clang, asan, tsan, fuzz.

VERSION  := 0.1.0
PREFIX   ?= /usr/local
VARIANT  ?= release
BUILD    ?= build
B        := $(BUILD)/$(VARIANT)

CC_release := gcc
CC_debug   := gcc
CC_clang   := clang
CC_asan    := gcc
CC_tsan    := gcc
CC_fuzz    := clang
FLAGS_release := -O3 -g
FLAGS_debug   := -O0 -g
FLAGS_clang   := -O2 -g
FLAGS_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

CC       := $(CC_$(VARIANT))
FLAGS    := $(FLAGS_$(VARIANT))
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wno-missing-field-initializers -Werror
CPPFLAGS := -Iinclude -Isrc -D_XOPEN_SOURCE=700 -DSERAI_VERSION=\"$(VERSION)\"
CFLAGS   := -std=c17 $(WARNINGS) $(FLAGS) -fPIC -fvisibility=hidden -pthread -MMD -MP
LDFLAGS  := $(filter -fsanitize=%,$(FLAGS:-fsanitize=fuzzer-no-link,%=-fsanitize=%)) -pthread
LIBS     := -ljansson -lm
CLI_LIBS := -lncursesw
SERVER_LIBS := -lmicrohttpd -lwslay -lsqlite3 -lsodium -licui18n -licuuc

# make V=1 shows whole commands
ifeq ($(V),1)
SAY := @true
Q   :=
else
SAY := @echo
Q   := @
endif

# The browser client, which the program carries inside. Without it everything builds all the same.
WEB_DIST ?= web/dist
WEB_FILES := $(sort $(shell find $(WEB_DIST) -type f 2>/dev/null))

# the library itself needs none of what the server stands on
LIB_SRC  := $(sort $(filter-out src/cli/% src/server/% src/store/%,$(wildcard src/*/*.c src/games/*/*.c)))
SERVER_SRC := $(sort $(wildcard src/server/*.c src/store/*.c))
CLI_SRC  := $(sort $(wildcard src/cli/*.c))
# Games that are built and tested like the others and do not ship: a registry with them in it stands
# before the library on the command line, so the one in there is not taken.
EXAMPLE_TEST_SRC := $(sort $(wildcard examples/*/test_*.c))
EXAMPLE_SRC := $(filter-out $(EXAMPLE_TEST_SRC),$(sort $(wildcard examples/*.c examples/*/*.c)))
TEST_SRC := $(sort $(wildcard tests/test_*.c)) $(EXAMPLE_TEST_SRC)
SUPPORT_SRC := $(sort $(wildcard tests/support/*.c tests/doubles/*.c))
FUZZ_SRC := $(sort $(wildcard fuzz/*.c))
SIMULATE_SRC := $(sort $(wildcard tests/simulate/*.c))

LIB_OBJ  := $(LIB_SRC:%.c=$(B)/%.o)
SERVER_OBJ := $(SERVER_SRC:%.c=$(B)/%.o)
EXAMPLE_OBJ := $(EXAMPLE_SRC:%.c=$(B)/%.o)
CLI_OBJ  := $(CLI_SRC:%.c=$(B)/%.o)
SUPPORT_OBJ := $(SUPPORT_SRC:%.c=$(B)/%.o)
TESTS    := $(addprefix $(B)/,$(basename $(notdir $(TEST_SRC))))
FUZZERS  := $(FUZZ_SRC:fuzz/%.c=$(B)/fuzz_%)

.PHONY: simulate all play terminal test reliability load faults loads bench fuzz golden lint format install clean setup variant tests fuzzers
.DELETE_ON_ERROR:

all: setup-build web
	@$(MAKE) --no-print-directory VARIANT=release variant
	@mkdir -p $(BUILD)
	@cp -f $(BUILD)/release/serai $(BUILD)/release/libserai.a $(BUILD)/release/libserai.so $(BUILD)/release/serai.pc $(BUILD)/

# The browser client: built anew when one of its sources is newer.
.PHONY: web
web: setup-build
	@if [ ! -e web/dist/index.html ] || [ -n "$$(find web -path web/node_modules -prune -o -path web/dist -prune -o \
	    -path web/shots -prune -o -path web/test-results -prune -o -path web/tests -prune -o \
	    -type f -newer web/dist/index.html -print -quit)" ]; then \
	    echo "  vite  web/dist"; scripts/web run vite build --logLevel warn; fi

# Installs what is missing, says what it does; quick when all is there.
.PHONY: setup-build setup-test
setup-build:
	@scripts/setup build
setup-test:
	@scripts/setup test

play:
	@$(MAKE) --no-print-directory web || echo "play: goes on without the browser client"
	@$(MAKE) --no-print-directory all
	@scripts/play $(BUILD)

terminal: all
	@$(BUILD)/serai play $(GAME)

.PHONY: try
try:
	@scripts/try $(BUILD) "$(GAME)"

test: setup-test
	@tests/run $(BUILD)

# The browser client alone: its logic, and whole journeys in Chromium against the real server.
.PHONY: test-web
test-web: setup-test web
	@$(MAKE) --no-print-directory VARIANT=release variant
	@tests/web $(BUILD)

reliability: setup-test
	@$(MAKE) --no-print-directory VARIANT=release variant tests faults
	@$(MAKE) --no-print-directory VARIANT=asan variant faults
	@$(MAKE) --no-print-directory VARIANT=fuzz fuzzers
	@tests/reliability/run $(BUILD)

load: setup-test
	@$(MAKE) --no-print-directory VARIANT=release variant loads
	@bench/load/run $(BUILD)

bench: all setup-test
	@bench/run $(BUILD)

.PHONY: strength
strength: all
	@bench/strength $(BUILD) "$(PART)" "$(GAME)"

.PHONY: bench-web
bench-web: setup-test web
	@$(MAKE) --no-print-directory VARIANT=release variant
	@bench/web $(BUILD)

variant: $(B)/serai $(B)/serai-examples $(B)/libserai.a $(B)/libserai.so $(B)/serai.pc
tests: $(TESTS) $(B)/simulate
simulate: $(B)/simulate
fuzzers: $(FUZZERS)
faults: $(B)/faults.so
loads: $(B)/load $(B)/stored

fuzz: setup-test
	@$(MAKE) --no-print-directory VARIANT=fuzz fuzzers
	@fuzz/run $(BUILD) "$(TARGET)" "$(SECONDS)"

.PHONY: protocol
protocol:
	@$(MAKE) --no-print-directory $(BUILD)/release/test_protocol
	@$(BUILD)/release/test_protocol --write

golden: all
	@tests/make-golden $(BUILD)

lint: setup-test
	@scripts/lint

format: setup-test
	@clang-format -i $$(git ls-files '*.c' '*.h')

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install -m 755 $(BUILD)/serai $(DESTDIR)$(PREFIX)/bin/serai
	install -m 644 include/serai.h $(DESTDIR)$(PREFIX)/include/serai.h
	install -m 644 $(BUILD)/libserai.a $(DESTDIR)$(PREFIX)/lib/libserai.a
	install -m 755 $(BUILD)/libserai.so $(DESTDIR)$(PREFIX)/lib/libserai.so.$(VERSION)
	ln -sf libserai.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib/libserai.so.0
	ln -sf libserai.so.0 $(DESTDIR)$(PREFIX)/lib/libserai.so
	sed 's|^prefix=.*|prefix=$(PREFIX)|' $(BUILD)/serai.pc > $(DESTDIR)$(PREFIX)/lib/pkgconfig/serai.pc

clean:
	rm -rf $(BUILD)

# ---- how things are made ----

# Another compiler, flag or version is a change too: whatever is made depends on how it is made.
HOW := $(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(PREFIX) $(VERSION)
$(B)/how: always
	@mkdir -p $(@D)
	@printf '%s\n' '$(HOW)' > $@.new
	@cmp -s $@.new $@ || cp $@.new $@
	@rm -f $@.new

$(B)/%.o: %.c $(B)/how
	@mkdir -p $(@D)
	$(SAY) "  cc    $<"
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(B)/libserai.a: $(LIB_OBJ)
	@rm -f $@
	$(SAY) "  ar    $@"
	$(Q)ar rcs $@ $^

$(B)/libserai.so: $(LIB_OBJ)
	$(SAY) "  link  $@"
	$(Q)$(CC) -shared -Wl,-soname,libserai.so.0 $(LDFLAGS) $^ $(LIBS) -o $@

# a file that went away is a change too, so the list of them is an input
.PHONY: always
$(B)/web_files.list: always
	@mkdir -p $(@D)
	@printf '%s\n' $(WEB_DIST) $(WEB_FILES) > $@.new
	@cmp -s $@.new $@ || cp $@.new $@
	@rm -f $@.new

$(B)/web_files.c: scripts/embed-web $(B)/web_files.list $(WEB_FILES)
	$(SAY) "  embed $(WEB_DIST)"
	$(Q)scripts/embed-web $(WEB_DIST) $(@D)

$(B)/web_files.o: $(B)/web_files.c src/server/web.h $(B)/how
	$(SAY) "  cc    $<"
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(B)/server.a: $(SERVER_OBJ) $(B)/web_files.o
	@rm -f $@
	$(SAY) "  ar    $@"
	$(Q)ar rcs $@ $^

$(B)/serai: $(CLI_OBJ) $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(CC) $(LDFLAGS) $^ $(CLI_LIBS) $(SERVER_LIBS) $(LIBS) -o $@

$(B)/serai-examples: $(CLI_OBJ) $(EXAMPLE_OBJ) $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(CC) $(LDFLAGS) $^ $(CLI_LIBS) $(SERVER_LIBS) $(LIBS) -o $@

$(B)/serai.pc: Makefile $(B)/how
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(PREFIX)' 'exec_prefix=$${prefix}' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' \
	  'Name: serai' 'Description: Caravanserai, a fast and exact engine for heavy board games' 'Version: $(VERSION)' \
	  'Libs: -L$${libdir} -lserai' 'Requires.private: jansson' 'Libs.private: -lm -pthread' 'Cflags: -I$${includedir}' > $@

$(B)/test_%: $(B)/tests/test_%.o $(SUPPORT_OBJ) $(EXAMPLE_OBJ) $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(CC) $(LDFLAGS) -Wl,--as-needed $^ -lcmocka $(SERVER_LIBS) $(LIBS) -o $@

$(B)/fuzz_%: $(B)/fuzz/%.o $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(CC) -fsanitize=fuzzer $(LDFLAGS) -Wl,--as-needed $^ $(SERVER_LIBS) $(LIBS) -o $@

# the tests that an example brings along
$(EXAMPLE_TEST_SRC:%.c=$(B)/%.o): CPPFLAGS += -Itests
define example_test
$(B)/$(basename $(notdir $(1))): $(B)/$(1:.c=.o) $(SUPPORT_OBJ) $(EXAMPLE_OBJ) $(B)/server.a $(B)/libserai.a
	$$(SAY) "  link  $$@"
	$$(Q)$$(CC) $$(LDFLAGS) -Wl,--as-needed $$^ -lcmocka $$(SERVER_LIBS) $$(LIBS) -o $$@
endef
$(foreach source,$(EXAMPLE_TEST_SRC),$(eval $(call example_test,$(source))))

# a world of nodes, people and faults around hosted tables: docs/reliability.md
$(B)/simulate: $(SIMULATE_SRC:%.c=$(B)/%.o) $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(CC) $(LDFLAGS) $^ $(LIBS) -o $@

# loaded before the server, to break its disk and its clock
$(B)/faults.so: tests/reliability/faults.c
	@mkdir -p $(@D)
	$(SAY) "  link  $@"
	$(Q)gcc -std=c17 $(WARNINGS) -O2 -fPIC -shared $< -o $@

$(B)/load: $(B)/bench/load/generator.o $(B)/tests/support/peer.o
	$(SAY) "  link  $@"
	$(Q)$(CC) $(LDFLAGS) $^ -o $@

$(B)/stored: $(B)/bench/load/stored.o $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(CC) $(LDFLAGS) -Wl,--as-needed $^ $(SERVER_LIBS) $(LIBS) -o $@

.PRECIOUS: $(B)/%.o
-include $(LIB_OBJ:.o=.d) $(SERVER_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(EXAMPLE_OBJ:.o=.d) $(SUPPORT_OBJ:.o=.d) $(TEST_SRC:%.c=$(B)/%.d) $(FUZZ_SRC:%.c=$(B)/%.d) $(SIMULATE_SRC:%.c=$(B)/%.d)
