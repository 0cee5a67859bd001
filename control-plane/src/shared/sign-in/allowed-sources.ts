import { allowedBy } from '@granary/domain/allow-list.ts'
import { allowedIpsOf, networkingSettingsOf } from '../../kinds/networking-settings.ts'
import type { Bindings } from '../../kit/bindings.ts'
import { databaseKey, hostDatabase } from '../../kit/host-database.ts'
import type { InnerServices } from '../../kit/services.ts'

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

const lists = new WeakMap<object, Read>()

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
  const db = hostDatabase(services)
  const time = services.clock.now().getTime()
  let list = lists.get(databaseKey(services))
  // A clock that went back must not keep an old list.
  const isCurrent = list && (version ? list.version === version : Math.abs(time - list.time) <= MAX_AGE_MS)
  if (!list || !isCurrent) {
    list = { time, version, admits: allowedBy(allowedIpsOf(await networkingSettingsOf({ db }))) }
    lists.set(databaseKey(services), list)
  }
  return list.admits(clientAddress)
}

/** Makes the next request read the allow list again. */
export const forgetAllowedSources = (services: InnerServices): void => {
  lists.delete(databaseKey(services))
}
