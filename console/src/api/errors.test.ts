import { expect, test } from 'vitest'
import { errorMessage } from './errors.ts'

test.each([
  ['instanceStop', { errorCode: 'Forbidden', message: 'no' }, 'Action not authorized'],
  [
    'projectView',
    { errorCode: 'ObjectNotFound', message: 'not found: project with name "x"' },
    'Not found: project with name "x"',
  ],
  [
    'projectCreate',
    { errorCode: 'ObjectAlreadyExists', message: 'already exists: project "x"' },
    'Project name already exists',
  ],
  [
    'vpcSubnetUpdate',
    { errorCode: 'ObjectAlreadyExists', message: 'already exists: vpc-subnet "x"' },
    'Vpc subnet name already exists',
  ],
  ['vpcSubnetCreate', { errorCode: 'ObjectAlreadyExists', message: 'taken' }, 'Subnet name already exists'],
  ['diskCreate', { errorCode: 'ObjectAlreadyExists' }, 'Disk name already exists'],
  [
    'projectCreate',
    { message: 'unable to parse JSON body: name: must not be empty at line 3 column 12' },
    'Name: must not be empty',
  ],
  ['projectCreate', { message: 'unable to parse JSON body: missing field `name`' }, 'Missing field `name`'],
  [
    'projectDelete',
    { message: 'project to be deleted contains a disk' },
    'Project to be deleted contains a disk',
  ],
  ['projectDelete', {}, 'Unknown server error'],
])('%s: %o', (operation, body, words) => {
  expect(errorMessage(operation, body)).toBe(words)
})
