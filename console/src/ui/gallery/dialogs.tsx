import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { Listbox } from '../fields/listbox.tsx'
import { confirmDelete } from '../overlay/confirm.tsx'
import { CopyCodeDialog } from '../overlay/copy-code-dialog.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { DialogButtons } from '../overlay/dialog-buttons.tsx'
import { NavGuardDialog } from '../overlay/nav-guard-dialog.tsx'
import { Row } from './section.tsx'

const later = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

/** A button that opens an overlay. */
export function Opener({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
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

/** The kinds of dialogs. */
export function Dialogs() {
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
