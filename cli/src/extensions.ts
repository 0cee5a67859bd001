import { EXTENSIONS, type Extensions } from '@granary/contract/call.ts'
import { EXTENSIONS_HEADER } from '@granary/contract/extension.ts'
import { send } from './http.ts'
import type { Target } from './target.ts'

/** Asks a server whether it has the extensions. @throws CommandError 4 if there is no answer. */
export async function extensionsOf(target: Target, interrupted: AbortSignal): Promise<Extensions | null> {
  const { headers } = await send(target, { method: 'GET', path: '/v1/ping' }, interrupted)
  return headers.has(EXTENSIONS_HEADER) ? EXTENSIONS : null
}
