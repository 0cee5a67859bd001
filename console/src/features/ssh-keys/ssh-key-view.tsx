import { currentUserSshKeyView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { wasPushed } from '../../app/kit/pages/history.ts'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { DescriptionField, NameField, TextField } from '../../ui/fields/text-field.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { SSH_KEY_DOCS } from '../../kinds/ssh-key/docs.ts'
import { KeyFacts } from '../../kinds/ssh-key/key-facts.tsx'

const route = getRouteApi('/authenticated/settings/ssh-keys-list/ssh-keys/$sshKey/edit')

/** The panel that shows a key, read-only. */
export function SshKeyView() {
  const { sshKey } = route.useParams()
  const key = useView(apiQuery(currentUserSshKeyView, { path: { sshKey } }))
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  return (
    <ReadOnlySidePanel
      title="View SSH key"
      subtitle={<PanelSubject icon={KeyRound} name={key.name} />}
      animate={animate}
      onClose={() => void navigate({ to: '/settings/ssh-keys' })}
    >
      <div className="flex flex-col gap-5">
        <Metadata of={key} />
        <PropertiesTable>
          <Property label="Fingerprint">
            <KeyFacts publicKey={key.publicKey} />
          </Property>
        </PropertiesTable>
        <NameField value={key.name} isDisabled />
        <DescriptionField value={key.description} isDisabled />
        <TextField label="Public key" value={key.publicKey} rows={8} mono copyable isDisabled />
      </div>
      <RelevantDocs links={SSH_KEY_DOCS.links} />
    </ReadOnlySidePanel>
  )
}
