import type { HostNetworksOptions } from '../open.ts'

/** An ordinary user, with a user ID that no account needs to have. */
const USER = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']

/** Users for whom networks must work. */
export const MODES: { mode: string; options: Pick<HostNetworksOptions, 'as' | 'rootless'> }[] = [
  { mode: 'root', options: { rootless: false } },
  { mode: 'an ordinary user', options: { as: USER, rootless: true } },
]
