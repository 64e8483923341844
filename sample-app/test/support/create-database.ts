import { Database } from '../../src/database/database.js';

// Creates a migrated database without rows in the given directory, in a separate process, because
// this takes 750 MB of memory that is not released.
const [directory = ''] = process.argv.slice(2);
const database = await Database.open({ directory });
await database.close();
