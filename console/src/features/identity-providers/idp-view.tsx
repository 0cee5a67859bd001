import type { CallOutput } from '@granary/contract/call.ts'
import { samlIdentityProviderView } from '@granary/contract/generated/client.ts'
import { useNavigate } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { wasPushed } from '../../app/kit/pages/history.ts'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { useMatchOf } from '../../app/route-params.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { missingGroupsLabel } from './sign-in-fields.tsx'
import { PanelSection } from './panel-section.tsx'

const ROUTES = [
  '/authenticated/system/silos/$silo/idps-list/idps/saml/$provider',
  '/authenticated/silo/silo/idps-list/idps/saml/$provider',
] as const

/** Whether, and how far, the silo trusts the provider. */
const TrustFields = ({ provider }: { provider: CallOutput<'samlIdentityProviderView'> }) => (
  <>
    <TextField label="Enabled" value={provider.enabled ? 'Yes' : 'No'} isDisabled />
    <TextField label="Can start sign-ins" value={provider.allowUnsolicited ? 'Yes' : 'No'} isDisabled />
    <TextField label="Fleet role limit" value={provider.maxFleetRole ?? 'none'} isDisabled />
  </>
)

/** The panel that shows a SAML provider, read-only. */
export function IdpView() {
  const { silo, at } = useSilo()
  const { provider: name } = useMatchOf(ROUTES).params
  const provider = useView(
    apiQuery(samlIdentityProviderView, { path: { provider: name }, query: { silo: silo.name } }),
  )
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  return (
    <ReadOnlySidePanel
      title="Identity provider"
      subtitle={<PanelSubject icon={KeyRound} name={provider.name} />}
      animate={animate}
      onClose={() => void navigate({ href: at('idps') })}
    >
      <div className="flex flex-col gap-5">
        <Metadata of={provider} />
        <TextField label="Name" value={provider.name} isDisabled />
        <TextField label="Description" value={provider.description} rows={2} isDisabled />
        <TextField
          label="Technical contact email"
          value={provider.technicalContactEmail}
          isDisabled
          copyable
        />
        <PanelSection title="Service provider">
          <TextField
            label="Service provider client ID"
            value={provider.spClientId}
            mono
            isDisabled
            copyable
          />
          <TextField label="ACS URL" value={provider.acsUrl} mono isDisabled copyable />
          <TextField label="Single Logout (SLO) URL" value={provider.sloUrl} mono isDisabled copyable />
          <TextField label="Requests are signed" value={provider.publicCert ? 'Yes' : 'No'} isDisabled />
        </PanelSection>
        <PanelSection title="Identity provider">
          <TextField label="Entity ID" value={provider.idpEntityId} mono isDisabled copyable />
          {provider.enabled !== undefined && <TrustFields provider={provider} />}
          <TextField label="Group attribute name" value={provider.groupAttributeName ?? '—'} isDisabled />
          {provider.missingGroups && provider.groupAttributeName && (
            <TextField
              label="If an answer lacks the group attribute"
              value={missingGroupsLabel(provider.missingGroups)}
              isDisabled
            />
          )}
          {provider.userIdAttribute !== undefined && (
            <TextField
              label="User ID attribute"
              value={provider.userIdAttribute ?? 'NameID'}
              mono
              isDisabled
            />
          )}
        </PanelSection>
      </div>
    </ReadOnlySidePanel>
  )
}
