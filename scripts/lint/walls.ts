import { controlPlaneLayers, type ImportPattern, layerRules, writingLayers } from './layers.ts'

type ImportPath = { name: string; importNames: string[]; message: string }

/** What some files may not import. Of several entries about one file the last one counts, so each says everything. */
type Restriction = {
  files: string[]
  excludeFiles?: string[]
  patterns: ImportPattern[]
  paths?: ImportPath[]
}

const REACT = ['react', 'react-*']
const PLATFORM = ['node:*', ...REACT]
const tests = ['**/*.test.ts']

const anywhere: ImportPattern[] = [
  {
    group: ['@granary/server', '@granary/preview', '@granary/console', ...PLATFORM, 'pg'],
    message: 'control-plane/ runs anywhere: no Node API, no host, no console.',
  },
  {
    group: ['@granary/compute/simulated/*', '@granary/compute/conformance/*'],
    message: 'control-plane/ knows the driver interface, never a driver.',
  },
]
const logged: ImportPattern = {
  group: [
    '**/kit/raw-writer.ts',
    '**/kit/fixed-write.ts',
    '**/kit/changes.ts',
    '**/kit/logged.ts',
    '**/kit/kind.ts',
  ],
  message: 'Writes log themselves: call the kind, or unlogged() for a table that is no resource.',
}
const consoleFiles: ImportPattern = {
  group: ['@granary/preview', '@granary/console', ...REACT],
  message: "server/ is the Node host: it serves the console's files and never imports its code.",
}
const askTheRoute: ImportPath = {
  name: '@tanstack/react-router',
  importNames: ['useParams', 'useSearch'],
  message:
    "Ask the route: getRouteApi('/…').useParams(), or useProject() and useMatchOf() of app/route-params.ts.",
}
const OTHER_FEATURE =
  'A feature imports kinds/, app/, ui/ and api/, never another feature: what several show belongs to kinds/.'

/** The walls between rooms (CONTRIBUTING.md), and the layers inside of the control plane. */
export const restrictions: Restriction[] = [
  wall('domain', ['@granary/*', ...PLATFORM], 'domain/ holds pure rules: no other room, no platform.'),
  wall('contract', ['@granary/*', '!@granary/domain', ...PLATFORM], 'contract/ knows domain/ only.'),
  wall(
    'compute',
    ['@granary/*', '!@granary/domain', ...PLATFORM],
    'compute/ knows domain/ only; each real driver is a workspace of its own.',
  ),
  wall(
    'image-upload',
    ['@granary/*', '!@granary/contract', '!@granary/domain', ...PLATFORM],
    'image-upload/ runs in a browser and on Node: it knows contract/ and domain/, and is given the rest.',
  ),
  { files: ['control-plane/src/**'], excludeFiles: tests, patterns: anywhere },
  ...layerRules('control-plane/src', controlPlaneLayers).map(({ layer, files, pattern }) => ({
    files,
    excludeFiles: tests,
    patterns: [...anywhere, pattern, ...(layer.some((each) => writingLayers.includes(each)) ? [] : [logged])],
  })),
  {
    files: ['server/src/**'],
    patterns: [
      consoleFiles,
      {
        group: ['@granary/compute/simulated/*'],
        message: 'Only drivers.ts knows drivers; everything else is given one.',
      },
    ],
  },
  { files: ['server/src/drivers.ts'], patterns: [consoleFiles] },
  {
    ...wall(
      'cli',
      ['@granary/*', '!@granary/contract', '!@granary/domain', '!@granary/image-upload', ...REACT],
      'cli/ asks the API as anybody else does: it knows contract/, domain/ and image-upload/ only.',
    ),
    excludeFiles: tests,
  },
  inConsole('**'),
  inConsole('app/**', {
    group: ['**/features/**', '**/kinds/**'],
    message: 'app/ is what kinds/ and features/ stand on; router.tsx puts them together.',
  }),
  inConsole('api/**', {
    group: ['**/features/**', '**/kinds/**', '**/app/**', '**/ui/**', '!**/ui/testing.ts'],
    message: 'api/ knows the contract only.',
  }),
  {
    ...inConsole('kinds/**', {
      group: ['**/features/**'],
      message: 'kinds/ is what features share: it never knows a feature.',
    }),
    paths: [askTheRoute],
  },
  {
    ...inConsole('features/*/*', {
      group: ['../*/**', '!../../**', '**/features/**'],
      message: OTHER_FEATURE,
    }),
    paths: [askTheRoute],
  },
  {
    ...inConsole('features/*/*/**', {
      group: ['../../*/**', '!../../../**', '**/features/**'],
      message: OTHER_FEATURE,
    }),
    paths: [askTheRoute],
  },
  {
    files: ['console/src/ui/**'],
    patterns: [
      {
        group: [
          '@granary/contract',
          '@granary/contract/*',
          '@granary/image-upload/*',
          '@tanstack/react-router',
          '@tanstack/react-query',
          '../app/*',
          '../../app/*',
          '../features/*',
          '../../features/*',
          '../../api/*',
          '../api/*',
        ],
        message: 'ui/ is the design system: no router, no API, no feature.',
      },
    ],
  },
]

function wall(room: string, group: string[], message: string): Restriction {
  return { files: [`${room}/src/**`], patterns: [{ group, message }] }
}

/** Files of the console, which share its wall, with what else they may not import. */
function inConsole(files: string, ...more: ImportPattern[]): Restriction {
  return {
    files: [`console/src/${files}`],
    patterns: [
      {
        group: [
          '@granary/server',
          '@granary/preview',
          '@granary/control-plane',
          '@granary/compute',
          'node:*',
        ],
        message: 'console/ knows contract/, domain/ and image-upload/, never the control plane.',
      },
      ...more,
    ],
  }
}
