import { access } from './access.ts'
import { accessTokens } from './access-tokens.ts'
import { affinity } from './affinity.ts'
import { authSettings } from './auth-settings.ts'
import { deviceAuth } from './device-auth.ts'
import { certificates } from './certificates.ts'
import { bulkJobs } from './bulk-jobs.ts'
import { disks } from './disks.ts'
import { events } from './events.ts'
import { externalIps } from './external-ips.ts'
import { floatingIps } from './floating-ips.ts'
import { identityProviders } from './identity-providers.ts'
import { images } from './images.ts'
import { instances } from './instances.ts'
import { ipPools } from './ip-pools.ts'
import { networkInterfaces } from './network-interfaces.ts'
import { policies } from './policies.ts'
import { projects } from './projects.ts'
import { scimTokens } from './scim-tokens.ts'
import { quotas } from './quotas.ts'
import { session } from './session.ts'
import { silos } from './silos.ts'
import { snapshots } from './snapshots.ts'
import { sshKeys } from './ssh-keys.ts'
import { users } from './users.ts'
import { usersBuiltin } from './users-builtin.ts'
import { vpcs } from './vpcs.ts'

/** Every operation, by operation id. A new family is one more line here. */
export const contract = {
  ...session,
  ...deviceAuth,
  ...accessTokens,
  ...authSettings,
  ...policies,
  ...access,
  ...users,
  ...silos,
  ...scimTokens,
  ...identityProviders,
  ...quotas,
  ...certificates,
  ...usersBuiltin,
  ...sshKeys,
  ...projects,
  ...instances,
  ...externalIps,
  ...networkInterfaces,
  ...disks,
  ...images,
  ...snapshots,
  ...vpcs,
  ...floatingIps,
  ...ipPools,
  ...affinity,
  ...bulkJobs,
  ...events,
}

export type Contract = typeof contract
export type OperationId = keyof Contract
