import { z } from 'zod'
import { del, family, get, post } from './operation.ts'
import { identity, identityCreate, NameOrIdSortMode, pageOf, paginated, Uuid } from './scalars.ts'

export const SshKey = z
  .object({ ...identity, publicKey: z.string(), siloUserId: Uuid })
  .meta({ id: 'SshKey' })
export const SshKeyCreate = z
  .object({ ...identityCreate, publicKey: z.string().min(1).max(1023) })
  .meta({ id: 'SshKeyCreate' })
export const SshKeyPage = pageOf(SshKey).meta({ id: 'SshKeyResultsPage' })

export const sshKeys = family('current-user', {
  currentUserSshKeyList: get('/v1/me/ssh-keys', {
    summary: 'List SSH public keys of the current user',
    query: paginated(NameOrIdSortMode),
    response: SshKeyPage,
  }),
  currentUserSshKeyCreate: post('/v1/me/ssh-keys', {
    summary: 'Create SSH public key',
    body: SshKeyCreate,
    response: SshKey,
  }),
  currentUserSshKeyView: get('/v1/me/ssh-keys/{sshKey}', {
    summary: 'Fetch SSH public key',
    response: SshKey,
  }),
  currentUserSshKeyDelete: del('/v1/me/ssh-keys/{sshKey}', { summary: 'Delete SSH public key' }),
})
