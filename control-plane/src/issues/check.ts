import type { contract } from '@granary/contract/contract.ts'
import { MAX_ISSUES } from '@granary/contract/issues.ts'
import type { z } from 'zod'
import type { Context } from '../kit/context/context.ts'
import { visibleProjects } from '../shared/projects/visible.ts'

type Answer = z.input<(typeof contract.issueList)['response']>
export type Issue = Answer['items'][number]

/** What a check finds: an issue without its ID and its snooze. */
export type Found = Pick<Issue, 'message' | 'resourceId' | 'resourceName' | 'projectName' | 'siloName'> & {
  parentName?: string
}

/** One kind of issue. */
export type Check = Pick<Issue, 'check' | 'severity' | 'resourceKind'> & {
  /** Returns the issues that the caller may know, at most `MAX_FOUND`, and whether it left something unchecked. */
  find: (context: Context) => Promise<Found[] | { found: Found[]; isPartial: boolean }>
}

/** One more than an answer has, to know whether there are more. */
export const MAX_FOUND = MAX_ISSUES + 1

/** Share of a quota or a pool from which on it counts as nearly full. */
export const NEARLY_FULL = 0.9

/** Starts a query from the projects that the caller may see. */
export const fromVisibleProjects = (context: Context) => visibleProjects(context, {}).limit(MAX_FOUND)

/** Returns a query of the IDs of the projects that the caller may see. */
export const visibleProjectIds = (context: Context) => visibleProjects(context, {}).select('project.id')
export type ProjectIds = ReturnType<typeof visibleProjectIds>

/** A resource of a project as the queries of the checks return it. */
type InProject = { id: string; name: string | null; project_name: string }

/** Describes an issue of a resource in a project. */
export const inProject = ({ id, name, project_name }: InProject, message: string): Found => ({
  message,
  resourceId: id,
  resourceName: name ?? id,
  projectName: project_name,
  siloName: null,
})
