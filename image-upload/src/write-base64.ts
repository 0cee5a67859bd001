import type { CallInput } from '@granary/contract/call.ts'
import { diskBulkWriteImport } from '@granary/contract/generated/client.ts'
import { toBase64 } from '@granary/domain/base64.ts'
import { MAX_BULK_WRITE } from '@granary/domain/sizes.ts'
import type { Ask, Part } from './host.ts'

/** Writes a part of an image by the published API, which takes base64 in JSON. @throws CallFailure */
export async function writeBase64(
  ask: Ask,
  input: Pick<CallInput<'diskBulkWriteImport'>, 'path' | 'query'>,
  offset: number,
  part: Part,
  signal: AbortSignal,
): Promise<void> {
  const bytes = part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : part
  for (let from = 0; from < bytes.length; from += MAX_BULK_WRITE) {
    const base64EncodedData = toBase64(bytes.subarray(from, from + MAX_BULK_WRITE))
    await ask(diskBulkWriteImport, { ...input, body: { offset: offset + from, base64EncodedData } }, signal)
  }
}
