import { projectImage, siloImage } from '../kinds/image.ts'
import { project } from '../kinds/project.ts'
import type { Dataset, Entry } from './format.ts'
import type { Plan } from './plan.ts'
import { failureOf } from './problem.ts'

/** Plans projects; their VPCs and contents come later. */
export function planProjects(plan: Plan, dataset: Dataset): void {
  for (const { path, value } of dataset.projects) {
    const { id: siloId } = plan.silo(path, value)
    const scope = (projectId: string) => ({ siloId, projectId })
    plan.of(project).add({ path, scope, parent: siloId }, value, () => ({ silo_id: siloId }))
  }
}

/** Plans images of projects and silos. */
export function planImages(plan: Plan, dataset: Dataset): void {
  for (const entry of dataset.images) planImage(plan, entry)
}

function planImage(plan: Plan, { path, value }: Entry<'images'>): void {
  const { os, version, size, block_size } = value
  const scope = value.project
    ? plan.project(path, { silo: value.silo, project: value.project })
    : { siloId: plan.silo(path, value).id, projectId: null }
  const { siloId, projectId } = scope
  plan.of(projectId ? projectImage : siloImage).add({ path, scope }, value, () => ({
    silo_id: siloId,
    project_id: projectId,
    os,
    version,
    size,
    block_size,
    digest: value.digest?.value ?? null,
    state: value.state,
    source_snapshot_id: null,
    failure: failureOf(path, value.state, value.failure),
  }))
}
