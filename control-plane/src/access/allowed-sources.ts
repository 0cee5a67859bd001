import { allowedBy } from '@granary/domain/allow-list.ts'
import { allowedIpsOf, networkingSettingsOf } from '../kinds/networking-settings.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import type { InnerServices } from '../kit/context/services.ts'

/** Age at which a server reads the allow list again, because another server may have replaced it; milliseconds. */
const MAX_AGE_MS = 1_000

/** The client of a request, as the host knows it. */
export type Client = Pick<Bindings, 'isLocal' | 'clientAddress'>

type Read = {
  time: number
  /** Version of access from before the list was read, if it was known. */
  version: string | undefined
  admits: (address: string) => boolean
}

const allowList = (): { read?: Read | undefined } => ({})

/**
 * Returns whether the allow list admits the client of a request. Clients on the server itself are always admitted.
 * @param version of access, if it has just been read. A new list is a new version, so no older list counts then.
 */
export async function isAllowedSource(
  services: InnerServices,
  { isLocal, clientAddress }: Client,
  version?: string,
): Promise<boolean> {
  if (isLocal) return true
  const { db } = services.state
  const time = services.clock.now().getTime()
  const known = services.state.of(allowList)
  let list = known.read
  // A clock that went back must not keep an old list.
  const isCurrent = list && (version ? list.version === version : Math.abs(time - list.time) <= MAX_AGE_MS)
  if (!list || !isCurrent) {
    list = { time, version, admits: allowedBy(allowedIpsOf(await networkingSettingsOf({ db }))) }
    known.read = list
  }
  return list.admits(clientAddress)
}

/** Makes the next request read the allow list again. */
export const forgetAllowedSources = (services: InnerServices): void => {
  services.state.of(allowList).read = undefined
}
