import { accessTokenHandlers } from './access-tokens/handlers.ts'
import { affinityHandlers } from './affinity/handlers.ts'
import { authSettingsHandlers } from './auth-settings/handlers.ts'
import { deviceAuthHandlers } from './device-auth/handlers.ts'
import { certificateHandlers } from './certificates/handlers.ts'
import { bulkJobHandlers } from './bulk-jobs/handlers.ts'
import { diskAttachmentHandlers } from './disks/attach.ts'
import { diskHandlers } from './disks/handlers.ts'
import { blockDigestHandlers } from './disks/block-digests.ts'
import { diskImportHandlers } from './disks/import.ts'
import { importLeaseHandlers } from './disks/import-lease.ts'
import { eventHandlers } from './events/stream.ts'
import { identityProviderHandlers } from './identity-providers/handlers.ts'
import { imageHandlers } from './images/handlers.ts'
import { instanceHandlers } from './instances/handlers.ts'
import type { Handlers } from './kinds/handler.ts'
import { networkInterfaceChangeHandlers } from './networking/change-interfaces.ts'
import { floatingIpChangeHandlers } from './networking/change-floating-ips.ts'
import { ephemeralIpHandlers } from './networking/ephemeral-ips.ts'
import { externalIpHandlers } from './networking/external-ips.ts'
import { floatingIpHandlers } from './networking/floating-ips.ts'
import { ipPoolHandlers } from './networking/ip-pools.ts'
import { networkInterfaceHandlers } from './networking/network-interfaces.ts'
import { policyHandlers } from './policies/handlers.ts'
import { projectHandlers } from './projects/handlers.ts'
import { scimTokenHandlers } from './scim/tokens/handlers.ts'
import { quotaHandlers } from './quotas/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { siloHandlers } from './silos/handlers.ts'
import { snapshotHandlers } from './snapshots/handlers.ts'
import { sshKeyHandlers } from './ssh-keys/handlers.ts'
import { userHandlers } from './users/handlers.ts'
import { userBuiltinHandlers } from './users-builtin/handlers.ts'
import { localUserHandlers } from './users/local.ts'
import { userSessionHandlers } from './users/sessions.ts'
import { vpcHandlers } from './vpcs/handlers.ts'

/** Every operation of the contract with its handler. The type requires all of them. */
export const allHandlers: Handlers = {
  ...sessionHandlers,
  ...deviceAuthHandlers,
  ...accessTokenHandlers,
  ...authSettingsHandlers,
  ...policyHandlers,
  ...userHandlers,
  ...userSessionHandlers,
  ...localUserHandlers,
  ...siloHandlers,
  ...scimTokenHandlers,
  ...identityProviderHandlers,
  ...quotaHandlers,
  ...certificateHandlers,
  ...userBuiltinHandlers,
  ...sshKeyHandlers,
  ...projectHandlers,
  ...instanceHandlers,
  ...diskHandlers,
  ...diskAttachmentHandlers,
  ...diskImportHandlers,
  ...importLeaseHandlers,
  ...blockDigestHandlers,
  ...imageHandlers,
  ...snapshotHandlers,
  ...vpcHandlers,
  ...floatingIpHandlers,
  ...floatingIpChangeHandlers,
  ...ephemeralIpHandlers,
  ...networkInterfaceChangeHandlers,
  ...externalIpHandlers,
  ...networkInterfaceHandlers,
  ...ipPoolHandlers,
  ...affinityHandlers,
  ...bulkJobHandlers,
  ...eventHandlers,
}
