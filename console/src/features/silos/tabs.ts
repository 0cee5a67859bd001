import type { useMay } from '../../app/permissions.ts'
import type { Silo } from './use-silo.ts'

type Permission = Parameters<ReturnType<typeof useMay>['silo']>[1]
type Tab = {
  label: string
  path: string
  /** For which silos, and for whom it is there. */
  when?: (silo: Silo, may: (permission: Permission) => boolean) => boolean
}

const idps: Tab = { label: 'Identity Providers', path: 'idps' }
const users: Tab = { label: 'Users', path: 'users', when: (_, may) => may('read_identities') }
const certificates: Tab = {
  label: 'Certificates',
  path: 'certificates',
  when: (_, may) => may('modify_identities'),
}
const scim: Tab = { label: 'SCIM', path: 'scim', when: ({ identityMode }) => identityMode === 'saml_scim' }
const hasProviders = ({ identityMode }: Silo): boolean => identityMode !== 'local_only'

/** The tabs of the page of a silo: as the operators of the fleet see it, and as its own administrators do. */
const TABS = {
  system: [
    idps,
    { label: 'IP Pools', path: 'ip-pools' },
    { label: 'Quotas', path: 'quotas' },
    { label: 'Fleet roles', path: 'fleet-roles' },
    scim,
    users,
    certificates,
  ],
  own: [
    users,
    { ...idps, when: hasProviders },
    scim,
    certificates,
    { label: 'Auth settings', path: 'auth-settings' },
  ],
} satisfies Record<string, Tab[]>

/** The tabs that are there for a silo and for whoever looks at it. */
export const tabsOf = (
  page: keyof typeof TABS,
  silo: Silo,
  may: (permission: Permission) => boolean,
): { label: string; path: string }[] => TABS[page].filter((tab: Tab) => tab.when?.(silo, may) ?? true)
