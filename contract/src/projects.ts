import { projectRoles } from '@granary/domain/roles.ts'
import { z } from 'zod'
import { del, family, get, post, put } from './operation.ts'
import { identity, identityCreate, identityUpdate, NameOrIdSortMode, pageOf, paginated } from './scalars.ts'

export const Project = z
  .object({
    ...identity,
    /** The strongest role that the caller has in it, of its own or from the silo, so that a client offers what will be allowed. */
    myRole: z.enum(projectRoles),
  })
  .meta({ id: 'Project' })
export const ProjectCreate = z.object(identityCreate).meta({ id: 'ProjectCreate' })
export const ProjectUpdate = z.object(identityUpdate).meta({ id: 'ProjectUpdate' })

export const projects = family('projects', {
  projectList: get('/v1/projects', {
    summary: 'List projects',
    query: { nameContains: z.string().max(63).optional(), ...paginated(NameOrIdSortMode) },
    response: pageOf(Project).meta({ id: 'ProjectResultsPage' }),
  }),
  projectCreate: post('/v1/projects', { summary: 'Create project', body: ProjectCreate, response: Project }),
  projectView: get('/v1/projects/{project}', { summary: 'Fetch project', response: Project }),
  projectUpdate: put('/v1/projects/{project}', {
    summary: 'Update project',
    body: ProjectUpdate,
    response: Project,
  }),
  projectDelete: del('/v1/projects/{project}', { summary: 'Delete project' }),
})
