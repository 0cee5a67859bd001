import { contract } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'

/** Method and path of operations whose handlers read a stream. Their paths have no parameters. */
const STREAMED = new Set(
  Object.values<Operation>(contract)
    .filter(({ bodyType }) => bodyType === 'stream')
    .map(({ method, path }) => `${method} ${path}`),
)

/** Whether the handler of a request reads its body as a stream, with time limits of its own. */
export const hasStreamedBody = (method: string, pathname: string): boolean =>
  STREAMED.has(`${method} ${pathname}`)
