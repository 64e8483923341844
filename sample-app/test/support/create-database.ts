import { Database } from '../../src/database/database.js';

// A migrated database without rows in the directory that is named: a process of its own, because
// creating one takes 750 MB of memory, which is not given back.
const [directory = ''] = process.argv.slice(2);
const database = await Database.open({ directory });
await database.close();
