import Info from 'lucide-react/icons/info'
import { problemSentence } from '../../kinds/instance/start-problem.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Instance } from './use-instance.ts'

/** The note of an instance, such as what it waits for or why it failed, as a mark with a tooltip beside its state. */
export function NoteMark({ instance: { note } }: { instance: Pick<Instance, 'note'> }) {
  if (!note) return null
  const words = problemSentence(note)
  return (
    <Tooltip content={words} namesChild>
      <button type="button" aria-label={words} className="inline-flex text-text-muted">
        <Info className="size-4" aria-hidden />
      </button>
    </Tooltip>
  )
}
