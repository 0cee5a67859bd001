import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '../error-message.ts'
import { CommandError, EXIT, usage } from '../exit-codes.ts'
import { jsonOf } from '../http.ts'
import { partsOf } from '../output/harmless.ts'
import type { Target, World } from '../target.ts'

/**
 * Writes a response that is not a single JSON document as it arrives: the bytes of a file, or events without end.
 * @throws CommandError for a refusal, and for a file that can't be written.
 */
export async function copyStream(
  world: World,
  response: Response,
  { host }: Target,
  file: string | undefined,
): Promise<void> {
  const location = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && location)
    return void world.out.write(`${location}\n`)
  if (!response.ok) return void (await jsonOf(response, host))
  try {
    if (file !== undefined) {
      return await pipeline(response.body ?? [], createWriteStream(file))
    }
    for await (const part of partsOf(response)) world.out.write(part)
  } catch (error) {
    if (world.interrupted.aborted) throw new CommandError(EXIT.interrupted, 'interrupted')
    if (error instanceof CommandError) throw error
    const syscall = error instanceof Error && 'syscall' in error ? error.syscall : null
    if (file !== undefined && (syscall === 'open' || syscall === 'write'))
      throw usage(`${file} cannot be written: ${messageOf(error)}`)
    throw new CommandError(EXIT.unreachable, `the connection to ${host} was lost: ${messageOf(error)}`)
  }
}
