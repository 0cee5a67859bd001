import { SSH_KEY_MAX_LENGTH, sshKeyProblem } from '@granary/domain/ssh-keys.ts'
import { z } from 'zod'
import { del, family, get, post } from './operation.ts'
import {
  checkedText,
  identity,
  identityCreate,
  NameOrIdSortMode,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'

export const SshKey = z
  .object({ ...identity, publicKey: z.string(), siloUserId: Uuid })
  .meta({ id: 'SshKey' })
/** A public key in the format of OpenSSH. */
export const PublicKey = checkedText(sshKeyProblem).meta({ minLength: 1, maxLength: SSH_KEY_MAX_LENGTH })
export const SshKeyCreate = z.object({ ...identityCreate, publicKey: PublicKey }).meta({ id: 'SshKeyCreate' })
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
