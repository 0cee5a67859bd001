import type { CallInput } from '@granary/contract/call.ts'
import { GiB } from '@granary/domain/sizes.ts'
import type { CertificateBody } from '../../../kinds/certificate/certificate-fields.tsx'
import type { IdentityMode } from '../../../kinds/silo/identity-modes.tsx'

/** Values of the form of a new silo; memory and storage in GiB. */
export type SiloValues = {
  name: string
  description: string
  discoverable: boolean
  cpus: number | null
  memory: number | null
  storage: number | null
  identityMode: IdentityMode
  adminGroupName: string
  /** Returns the silo roles that grant the same fleet role. */
  mapsAdmin: boolean
  mapsViewer: boolean
  tlsCertificates: CertificateBody[]
}

export const newSilo: SiloValues = {
  name: '',
  description: '',
  discoverable: true,
  cpus: 0,
  memory: 0,
  storage: 0,
  identityMode: 'saml_jit',
  adminGroupName: '',
  mapsAdmin: false,
  mapsViewer: false,
  tlsCertificates: [],
}

/** Returns the request body: amounts in bytes, and no blank admin group. */
export function siloBody(values: SiloValues): CallInput<'siloCreate'>['body'] {
  const { name, description, discoverable, identityMode, tlsCertificates } = values
  const group = identityMode === 'local_only' ? '' : values.adminGroupName.trim()
  return {
    name,
    description,
    discoverable,
    identityMode,
    ...(group ? { adminGroupName: group } : {}),
    tlsCertificates,
    mappedFleetRoles: {
      ...(values.mapsAdmin ? { admin: ['admin'] } : {}),
      ...(values.mapsViewer ? { viewer: ['viewer'] } : {}),
    },
    quotas: {
      cpus: values.cpus ?? 0,
      memory: (values.memory ?? 0) * GiB,
      storage: (values.storage ?? 0) * GiB,
    },
  }
}
