import { signedIn } from '../needs.ts'
import { contract } from '../contract.ts'
import { family, get, post } from '../operation.ts'
import { expect, test } from 'vitest'
import { catalog, catalogOf } from './catalog.ts'

test('every operation of the contract is a command with a unique name', () => {
  expect(catalog.map(({ id }) => id).toSorted()).toEqual(Object.keys(contract).toSorted())
  const names = catalog.map(({ family, verb }) => `${family} ${verb}`)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]* [a-z][a-z0-9-]*$/)
})

test('no family has the name of a built-in command', () => {
  expect(catalog.map(({ family }) => family)).not.toContain('auth')
  expect(catalog.map(({ family }) => family)).not.toContain('api')
  expect(catalog.map(({ family }) => family)).not.toContain('help')
})

test('uses the longest family, otherwise the tag', () => {
  const stated = { summary: '', description: '', needs: signedIn, shows: [], changes: [] }
  const operations = family('system/status', {
    instanceList: get('/a', stated),
    instanceStart: post('/b', stated),
    instanceSerialConsole: get('/c', stated),
    instanceDiskList: get('/d', stated),
    instanceDiskAttach: post('/e', stated),
    ping: get('/f', stated),
    statusOfAll: get('/g', stated),
    vpcSubnetView: get('/h', stated),
    vpcSubnetListNetworkInterfaces: get('/i', stated),
  })
  expect(catalogOf(operations).map(({ family, verb }) => `${family} ${verb}`)).toEqual([
    'instance list',
    'instance start',
    'instance serial-console',
    'instance-disk list',
    'instance-disk attach',
    'status ping',
    'status of-all',
    'vpc-subnet view',
    'vpc-subnet list-network-interfaces',
  ])
})
