import { inject, type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest'

/** Skips every test without PostgreSQL, so that they count as skipped and not as passed. */
export default class SkippingRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (inject('postgresUrl') === null) files.forEach(skip)
  }
}

function skip(task: RunnerTask): void {
  task.mode = 'skip'
  if ('tasks' in task) task.tasks.forEach(skip)
}
