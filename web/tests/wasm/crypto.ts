// What every browser has, and Node only since version 19; Debian 12 has 18.

import { webcrypto } from 'node:crypto';

if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
