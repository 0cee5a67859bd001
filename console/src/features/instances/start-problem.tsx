import { startProblemWords } from '@granary/domain/start-problem.ts'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Button } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { problemSentence, problemTitle } from '../../kinds/instance/start-problem.ts'
import { reasonFor } from './actions.tsx'
import type { Instance } from './use-instance.ts'

type Told = Pick<Instance, 'startProblem' | 'runState' | 'deletionProtected'>

/** Shows why the last start of an instance failed, with a button that retries it. */
export function StartProblem({ instance, onStart }: { instance: Told; onStart: () => void }) {
  if (!instance.startProblem) return null
  return (
    <MessageBox variant="notice" title={problemTitle(instance)} className="mt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 max-w-prose">{problemSentence(instance.startProblem)}</p>
        <Button
          variant="secondary"
          size="sm"
          changes
          onPress={onStart}
          disabledReason={reasonFor('start', instance)}
        >
          Try again
        </Button>
      </div>
    </MessageBox>
  )
}

/** The same as a paragraph. */
export const StartProblemText = ({ instance }: { instance: Told }) =>
  instance.startProblem ? (
    <p className="rounded bg-notice-soft px-2 py-1.5 text-sm text-notice">
      {problemTitle(instance)}. {problemSentence(instance.startProblem)}
    </p>
  ) : null

/** The same as a mark with a tooltip, beside a state. */
export function StartProblemMark({ instance }: { instance: Told }) {
  if (!instance.startProblem) return null
  const words = `${problemTitle(instance)}: ${startProblemWords(instance.startProblem)}`
  return (
    <Tooltip content={words} namesChild>
      <button type="button" aria-label={words} className="inline-flex text-notice">
        <TriangleAlert className="size-4" aria-hidden />
      </button>
    </Tooltip>
  )
}
