import { z } from 'zod'
import { on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  identity,
  identityCreate,
  identityUpdate,
  inProject,
  NameOrIdSortMode,
  ofProject,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'
import { InstanceCreate } from './schemas/instance-requests.ts'

/** What each instance has for itself is no part of a template. */
export const InstanceTemplateBody = InstanceCreate.omit({
  name: true,
  description: true,
  tags: true,
  hostname: true,
  sshPublicKeys: true,
}).meta({ id: 'InstanceTemplateBody' })

const body = InstanceTemplateBody.meta({
  description:
    'The request that creates an instance, without its names, tags and SSH keys; it attaches no disk and no floating IP, which only one instance could have',
})

export const InstanceTemplate = z
  .object({ ...identity, projectId: Uuid.meta({ description: 'Project of the template' }), body })
  .meta({ id: 'InstanceTemplate' })

export const InstanceTemplateCreate = z
  .object({ ...identityCreate, body })
  .meta({ id: 'InstanceTemplateCreate' })

export const InstanceTemplateUpdate = z
  .object({
    ...identityUpdate,
    body: InstanceTemplateBody.nullish().meta({
      description: 'The whole new request; stays as it is when left out',
    }),
  })
  .meta({ id: 'InstanceTemplateUpdate' })

export const instanceTemplates = family('instance-templates', {
  instanceTemplateList: get('/experimental/v1/instance-templates', {
    summary: 'List instance templates',
    description: 'Lists the templates of a project, by name, with their user data.',
    choices: 'templates',
    needs: on('project', 'list_contents'),
    shows: ['instance-template'],
    columns: ['name', 'body.ncpus', 'body.memory', 'description', 'timeCreated', 'id'],
    query: { ...ofProject, ...paginated(NameOrIdSortMode) },
    response: pageOf(InstanceTemplate).meta({ id: 'InstanceTemplateResultsPage' }),
  }),
  instanceTemplateCreate: post('/experimental/v1/instance-templates', {
    summary: 'Create instance template',
    description:
      'Everyone who can see the project can read it, its user data too. What it names, such as an image, need not exist until an instance is created.',
    needs: on('project', 'modify_contents'),
    changes: ['instance-template'],
    query: ofProject,
    body: InstanceTemplateCreate,
    response: InstanceTemplate,
  }),
  instanceTemplateView: get('/experimental/v1/instance-templates/{instanceTemplate}', {
    summary: 'Fetch instance template',
    description: 'Includes its user data.',
    needs: on('instance-template', 'read'),
    shows: ['instance-template'],
    query: inProject,
    response: InstanceTemplate,
  }),
  instanceTemplateUpdate: put('/experimental/v1/instance-templates/{instanceTemplate}', {
    summary: 'Update instance template',
    description: 'Instances that were created from it stay as they are.',
    needs: on('instance-template', 'modify_contents'),
    changes: ['instance-template'],
    query: inProject,
    body: InstanceTemplateUpdate,
    response: InstanceTemplate,
  }),
  instanceTemplateDelete: del('/experimental/v1/instance-templates/{instanceTemplate}', {
    summary: 'Delete instance template',
    description: 'Instances that were created from it stay as they are.',
    needs: on('instance-template', 'modify_contents'),
    changes: ['instance-template'],
    query: inProject,
  }),
})
