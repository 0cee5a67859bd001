import KeyRound from 'lucide-react/icons/key-round'
import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { DescriptionField, NameField } from '../fields/text-field.tsx'
import { Listbox } from '../fields/listbox.tsx'
import { ActionsMenu } from '../menu/actions-menu.tsx'
import { Menu } from '../menu/menu.tsx'
import { confirmDelete } from '../overlay/confirm.tsx'
import { CopyCodeDialog } from '../overlay/copy-code-dialog.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { DialogButtons } from '../overlay/dialog-buttons.tsx'
import { NavGuardDialog } from '../overlay/nav-guard-dialog.tsx'
import { ReadOnlySidePanel, SidePanel } from '../overlay/side-panel.tsx'
import { DocsPopover } from '../page/docs-popover.tsx'
import { RelevantDocs } from '../page/relevant-docs.tsx'
import { setTheme, themes, useThemePreference } from '../theme.ts'
import { addToast } from '../toast/toast-store.ts'
import { Highlight } from '../toast/toasts.tsx'
import { Row, Section } from './section.tsx'

const DOCS = [
  { text: 'Docs: Instances', href: 'https://example.org/instances' },
  { text: 'Docs: Disks', href: 'https://example.org/disks' },
]
const later = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

/** Menus, dialogs, panels, toasts. */
export function OverlaysPage() {
  return (
    <Section title="Menus, dialogs, panels, toasts">
      <Menus />
      <Dialogs />
      <Panels />
      <Toasts />
    </Section>
  )
}

function Opener({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        {label}
      </Button>
      {open && children(() => setOpen(false))}
    </>
  )
}

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

function Menus() {
  const theme = useThemePreference()
  return (
    <Row label="menus">
      <ActionsMenu
        id="3aeb7f0e"
        entries={[
          { label: 'Start', disabledReason: 'Only stopped or failed instances can be started' },
          { label: 'Stop', onAction: () => {} },
          { label: 'View serial console', href: '#serial' },
          'separator',
          { label: 'Delete', danger: true, onAction: () => {} },
        ]}
      />
      <Menu
        trigger={<Button variant="secondary">User menu</Button>}
        entries={[
          { label: 'Settings', href: '#settings' },
          { label: 'Theme', choices: [...themes], chosen: theme, onChoose: setTheme },
          { label: 'Here', checked: true, href: '#here' },
        ]}
      />
      <DocsPopover
        topic="instances"
        summary="An instance is a virtual machine: processors, memory, disks and network interfaces."
        links={DOCS}
      />
    </Row>
  )
}

function Dialogs() {
  return (
    <Row label="dialogs">
      {(['narrow', 'medium', 'free'] as const).map((width) => (
        <Opener key={width} label={width}>
          {(close) => (
            <Dialog
              title={`A ${width} dialog`}
              width={width}
              onClose={close}
              footer={<DialogButtons onCancel={close}>Resize</DialogButtons>}
            >
              <div className="flex flex-col gap-4">
                <p>Widths are 24 rem, 28 rem, and what the contents want.</p>
                <Listbox label="Pool" items={[{ value: 'a', label: 'a' }]} value={null} onChange={() => {}} />
              </div>
            </Dialog>
          )}
        </Opener>
      ))}
      <Opener label="copy code">
        {(close) => (
          <CopyCodeDialog
            title="CLI command"
            code="granary instance serial console --project harvest --instance web-1"
            copyLabel="Copy command"
            onClose={close}
          />
        )}
      </Opener>
      <Button
        variant="secondary"
        onPress={() => void confirmDelete('disk', 'backup-2026', () => later(1500), 'Its snapshots stay.')}
      >
        confirm
      </Button>
      <Button
        variant="secondary"
        onPress={() =>
          void confirmDelete('disk', 'backup-2026', () =>
            later(700).then(() => Promise.reject(new Error('Disk is attached'))),
          )
        }
      >
        confirm, and fail
      </Button>
      <Opener label="navigation">{(close) => <NavGuardDialog onStay={close} onLeave={close} />}</Opener>
    </Row>
  )
}

function Panels() {
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

function Toasts() {
  return (
    <Row label="toasts">
      <Button
        variant="secondary"
        onPress={() =>
          addToast({
            content: (
              <>
                Instance <Highlight>web-1</Highlight> created
              </>
            ),
            link: { text: 'View instance', href: '#web-1' },
          })
        }
      >
        success
      </Button>
      <Button
        variant="secondary"
        onPress={() =>
          addToast({
            variant: 'error',
            title: "Error starting instance 'web-1'",
            content: 'Action not authorized',
            timeout: null,
          })
        }
      >
        error
      </Button>
    </Row>
  )
}
