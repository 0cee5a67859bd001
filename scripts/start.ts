// `npm start`: builds the console if it has changed, then becomes the server. Flags are the server's own.
import { buildConsole } from './build-console.ts'

const args = process.argv.slice(2)
if (!args.includes('--help') && !args.includes('-h')) await buildConsole()
await import('../server/src/main.ts')
