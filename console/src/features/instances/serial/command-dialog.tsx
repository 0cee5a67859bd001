import { CopyCodeDialog } from '../../../ui/overlay/copy-code-dialog.tsx'
import { useInstancePath } from '../use-instance.ts'

/** Shows the command that opens the serial console in a terminal. */
export function CommandDialog({ onClose }: { onClose: () => void }) {
  const { project, instance } = useInstancePath()
  const parts = ['granary instance serial console', `--project ${project}`, `--instance ${instance}`]
  return (
    <CopyCodeDialog title="CLI command" copyLabel="Copy command" code={parts.join(' ')} onClose={onClose}>
      <span className="select-none">$ </span>
      {parts.join(' \\\n    ')}
    </CopyCodeDialog>
  )
}
