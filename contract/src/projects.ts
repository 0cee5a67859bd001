import { NAMED_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { projectRoles } from '@granary/domain/roles.ts'
import { projectKinds } from '@granary/domain/kinds.ts'
import { z } from 'zod'
import { extra } from './extension.ts'
import { BulkJob } from './bulk-jobs.ts'
import { decidedInside, on, onOwnSilo } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import { ProjectDeleteWithContents, ProjectDeletionPlan } from './project-deletion.ts'
import {
  identity,
  identityCreate,
  identityUpdate,
  NameOrIdSortMode,
  countedPageOf,
  paginated,
} from './scalars.ts'
import { VpcCreateDefaults } from './vpcs.ts'

export const Project = z
  .object({
    ...identity,
    myRole: extra(
      z.enum(projectRoles).meta({
        description:
          'The strongest role that the caller has in it, of its own or from the silo, so that a client offers what will be allowed.',
      }),
    ),
  })
  .meta({ id: 'Project' })
export const ProjectCreateDefaults = z
  .object({
    vpc: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('all') }).meta({ description: 'With a subnet' }),
        z
          .object({
            type: z.literal('explicit'),
            defaults: VpcCreateDefaults.meta({ description: 'What the VPC starts with' }),
          })
          .meta({ description: 'With only what is listed' }),
      ])
      .nullish()
      .meta({ description: 'Makes a VPC called `default`; none when left out or null' }),
  })
  .meta({ id: 'ProjectCreateDefaults' })
export const ProjectCreate = z
  .object({
    ...identityCreate,
    defaults: ProjectCreateDefaults.nullish().meta({
      description: 'What the project starts with. All of it when left out or null; `{}` means nothing',
    }),
  })
  .meta({ id: 'ProjectCreate' })
export const ProjectUpdate = z.object(identityUpdate).meta({ id: 'ProjectUpdate' })

export const projects = family('projects', {
  projectList: get('/v1/projects', {
    summary: 'List projects',
    description:
      'Users without a role in the silo see the projects where they or one of their groups have a role.',
    choices: 'projects',
    needs: decidedInside(
      '`list_contents` on your silo, or a role in a project, which lists only the projects where you have one.',
    ),
    shows: ['project', 'silo-policy', 'project-policy', 'silo-group'],
    columns: ['name', 'myRole', 'timeCreated', 'id', 'timeModified', 'description'],
    query: { ...searchableBy(NAMED_FIELDS), ...paginated(NameOrIdSortMode) },
    response: countedPageOf(Project).meta({ id: 'ProjectResultsPage' }),
  }),
  projectCreate: post('/v1/projects', {
    summary: 'Create project',
    description:
      'Comes with a VPC called `default`, which has a subnet, routes to the outside and firewall rules, unless `defaults` leaves out the VPC or its subnet.',
    needs: onOwnSilo('modify_contents'),
    changes: [
      'project',
      'vpc',
      'vpc-subnet',
      'vpc-router',
      'router-route',
      'internet-gateway',
      'internet-gateway-ip-pool',
      'vpc-firewall-rule',
    ],
    body: ProjectCreate,
    response: Project,
  }),
  projectView: get('/v1/projects/{project}', {
    summary: 'Fetch project',
    description: 'Includes the strongest role that the caller has in the project.',
    needs: on('project', 'read'),
    shows: ['project', 'silo-policy', 'project-policy', 'silo-group'],
    response: Project,
  }),
  projectUpdate: put('/v1/projects/{project}', {
    summary: 'Update project',
    description: 'Changes the name and the description. Fields that are left out stay as they are.',
    needs: on('project', 'modify'),
    changes: ['project'],
    body: ProjectUpdate,
    response: Project,
  }),
  projectDelete: del('/v1/projects/{project}', {
    summary: 'Delete project',
    description: 'Refused while anything is left in the project, including its VPCs.',
    needs: on('project', 'modify'),
    changes: ['project'],
  }),
  projectDeletionPlan: get('/experimental/v1/projects/{project}/deletion-plan', {
    summary: 'Fetch what a project contains and what stands in the way of deleting it',
    description: 'Counts and names everything that a deletion with contents deletes. Nothing is changed.',
    needs: on('project', 'modify'),
    shows: [...projectKinds, 'project'],
    response: ProjectDeletionPlan,
  }),
  projectDeleteWithContents: post('/experimental/v1/projects/{project}/delete-with-contents', {
    summary: 'Delete a project and everything in it',
    description:
      'Makes a bulk job that stops the instances and deletes everything that the project contains now, then the project. Each resource is deleted with the permissions of the caller; what is refused is reported by the job and keeps the project. Refused (409) while another job deletes the project.',
    needsSpace: false,
    needs: on('project', 'modify'),
    changes: [...projectKinds, 'multicast-group', 'project', 'bulk-job'],
    body: ProjectDeleteWithContents,
    response: BulkJob,
    status: 202,
  }),
})
