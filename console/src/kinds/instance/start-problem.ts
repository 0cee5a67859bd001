import type { InstanceState } from '@granary/domain/instance-states.ts'
import { startProblemWords } from '@granary/domain/start-problem.ts'

/** The title above the reason why an instance was not started. */
export const problemTitle = ({ runState }: { runState: InstanceState }): string =>
  runState === 'failed' ? 'It could not be restarted' : 'It was not started'

/** Returns the reason as a sentence. 'vCPU' keeps its lower-case letter. */
export const problemSentence = (problem: string): string =>
  startProblemWords(problem)
    .replace(/^[a-z](?=[a-z ])/, (first) => first.toUpperCase())
    .replace(/\.?$/, '.')
