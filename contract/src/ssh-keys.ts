import { SSH_KEY_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { SSH_KEY_MAX_LENGTH, sshKeyProblem } from '@granary/domain/ssh-keys.ts'
import { z } from 'zod'
import { signedIn } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import {
  checkedText,
  identity,
  identityCreate,
  NameOrIdSortMode,
  countedPageOf,
  paginated,
  Uuid,
} from './scalars.ts'

export const SshKey = z
  .object({
    ...identity,
    publicKey: z.string().meta({ description: 'Public key in the format of OpenSSH' }),
    siloUserId: Uuid.meta({ description: 'User that the key belongs to' }),
  })
  .meta({ id: 'SshKey' })
/** A public key in OpenSSH format. */
export const PublicKey = checkedText(sshKeyProblem, SSH_KEY_MAX_LENGTH).meta({ minLength: 1 })
export const SshKeyCreate = z
  .object({
    ...identityCreate,
    publicKey: PublicKey.meta({ description: 'Public key in the format of OpenSSH' }),
  })
  .meta({ id: 'SshKeyCreate' })
export const SshKeyPage = countedPageOf(SshKey).meta({ id: 'SshKeyResultsPage' })

export const sshKeys = family('current-user', {
  currentUserSshKeyList: get('/v1/me/ssh-keys', {
    summary: 'List SSH public keys of the current user',
    description: "Lists the caller's own keys. New instances can be given any of them.",
    choices: 'SSH keys',
    needs: signedIn,
    shows: ['ssh-key'],
    columns: ['name', 'description', 'timeCreated', 'id'],
    query: { ...searchableBy(SSH_KEY_FIELDS), ...paginated(NameOrIdSortMode) },
    response: SshKeyPage,
  }),
  currentUserSshKeyCreate: post('/v1/me/ssh-keys', {
    summary: 'Create SSH public key',
    description: 'Stores a public key in OpenSSH format. Existing instances do not get it.',
    needs: signedIn,
    changes: ['ssh-key'],
    body: SshKeyCreate,
    response: SshKey,
  }),
  currentUserSshKeyView: get('/v1/me/ssh-keys/{sshKey}', {
    summary: 'Fetch SSH public key',
    description: 'A key of another user is not found.',
    needs: signedIn,
    shows: ['ssh-key'],
    response: SshKey,
  }),
  currentUserSshKeyDelete: del('/v1/me/ssh-keys/{sshKey}', {
    summary: 'Delete SSH public key',
    description: 'Instances that were created with the key keep it.',
    needs: signedIn,
    changes: ['ssh-key'],
  }),
})
