import KeyRound from 'lucide-react/icons/key-round'
import { Button } from '../button.tsx'
import { DescriptionField, NameField } from '../fields/text-field.tsx'
import { ReadOnlySidePanel, SidePanel } from '../overlay/side-panel.tsx'
import { RelevantDocs } from '../page/relevant-docs.tsx'
import { Row } from './section.tsx'
import { Opener } from './dialogs.tsx'

export const DOCS = [
  { text: 'Docs: Instances', href: 'https://example.org/instances' },
  { text: 'Docs: Disks', href: 'https://example.org/disks' },
]

function FormPanel({ close, errors }: { close: () => void; errors: string[] }) {
  return (
    <SidePanel
      title="Create disk"
      errors={errors}
      animate
      onClose={close}
      footer={
        <>
          <Button variant="ghost" size="sm" onPress={close}>
            Cancel
          </Button>
          <Button size="sm">Create disk</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <NameField value="" onChange={() => {}} />
        <DescriptionField value="" onChange={() => {}} />
      </div>
      <RelevantDocs links={DOCS} />
    </SidePanel>
  )
}

/** The kinds of side panels. */
export function Panels() {
  return (
    <Row label="panels">
      <Opener label="form">{(close) => <FormPanel close={close} errors={[]} />}</Opener>
      <Opener label="form with errors">
        {(close) => <FormPanel close={close} errors={['Disk name already exists', 'Not enough storage']} />}
      </Opener>
      <Opener label="read only">
        {(close) => (
          <ReadOnlySidePanel
            title="SSH key"
            subtitle={
              <>
                <KeyRound className="size-4" aria-hidden /> laptop
              </>
            }
            animate
            onClose={close}
          >
            {'Rows of properties. '.repeat(400)}
          </ReadOnlySidePanel>
        )}
      </Opener>
    </Row>
  )
}
