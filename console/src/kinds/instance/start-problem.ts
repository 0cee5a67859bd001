import type { InstanceState } from '@granary/domain/instance-states.ts'

/** The title above the reason why an instance was not started. */
export const problemTitle = ({ runState }: { runState: InstanceState }): string =>
  runState === 'failed' ? 'It could not be restarted' : 'It was not started'

/** Removes the error code, which is for programs, from the reason. */
export const problemWords = (problem: string): string =>
  problem.replace(/^Insufficient capacity: (Failed to place instance: )?/, '')

/** Returns the reason as a sentence. 'vCPU' keeps its lower-case letter. */
export const problemSentence = (problem: string): string =>
  problemWords(problem)
    .replace(/^[a-z](?=[a-z ])/, (first) => first.toUpperCase())
    .replace(/\.?$/, '.')
