import { COMMANDS } from '@granary/contract/generated/commands.ts'
import { commandText } from '@granary/contract/show-as/command.ts'
import { curlText } from '@granary/contract/show-as/curl.ts'
import { terraformText } from '@granary/contract/show-as/terraform.ts'
import type { WireRequest } from '@granary/contract/show-as/wire-request.ts'
import { CopyCodeDialog } from '../../ui/overlay/copy-code-dialog.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { FORMATS, type Format } from './formats.ts'

type ShownRequestProps = { request: WireRequest; format: Format; onClose: () => void }

/** Shows a request as text to copy. */
export default function ShownRequest({ request, format, onClose }: ShownRequestProps) {
  const title = `Show as: ${FORMATS[format]}`
  const text = textOf(request, format)
  return text === null ? (
    <Dialog title={title} onClose={onClose} footer={<DialogButtons onCancel={onClose} cancelLabel="Close" />}>
      Terraform describes resources that it creates. This request changes one that already exists, so it has
      no text for Terraform.
    </Dialog>
  ) : (
    <CopyCodeDialog title={title} code={text} onClose={onClose} />
  )
}

/** Returns the text of a request; null if there is none in this format. */
function textOf(request: WireRequest, format: Format): string | null {
  const form = COMMANDS[request.id]
  if (format === 'curl' || !form) return curlText(request, location.origin)
  if (format === 'command') return commandText(request, form)
  return form.creates ? terraformText(request, location.origin) : null
}
