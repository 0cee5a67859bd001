import { defineConfig } from 'oxlint'

export default defineConfig({
  jsPlugins: ['plain-english', 'steady-specs', 'transactions', 'walls'].map(
    (name) => `${import.meta.dirname}/scripts/lint/${name}.ts`,
  ),
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise'],
  categories: { correctness: 'error' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'no-shadow': 'off',
    'unicorn/no-array-sort': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'react/jsx-filename-extension': 'off',
    'react/set-state-in-effect': 'off',
    'react/incompatible-library': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-element-to-interactive-role': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/interactive-supports-focus': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'plain-english/words': 'error',
    'walls/imports': 'error',
  },
  overrides: [
    {
      // Comments and blank lines do not count: the docstrings of a file are no reason to split it.
      files: ['*/src/**', 'scripts/**'],
      excludeFiles: ['**/*.test.{ts,tsx}', '**/generated/**'],
      rules: {
        'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
        'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      },
    },
    {
      // Where one concept needs it, it is one file.
      files: [
        'control-plane/src/{kit,edge,database}/**',
        'server/src/database/**',
        'compute/src/simulated/**',
      ],
      excludeFiles: ['**/*.test.ts'],
      rules: { 'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }] },
    },
    {
      files: ['**/*.test.{ts,tsx}', '**/*.spec.ts', '*/test/**', 'e2e/**'],
      rules: { 'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }] },
    },
    {
      // A context holds the services, one of which is called with a context.
      files: ['control-plane/src/kit/context/{context,services}.ts'],
      rules: { 'import/no-cycle': 'error' },
    },
    {
      files: ['console/src/**', 'preview/src/**'],
      excludeFiles: ['**/*.test.ts', '**/*.test.tsx'],
      rules: { 'plain-english/sentence-case': 'error' },
    },
    {
      files: ['e2e/**'],
      rules: { 'steady-specs/actions': 'error' },
    },
    {
      // SCIM builds its answers in steps between transactions, in functions that get the same context.
      files: ['control-plane/src/**'],
      excludeFiles: [
        '**/*.test.ts',
        'control-plane/src/database/**',
        'control-plane/src/kit/resources/transaction.ts',
        'control-plane/src/scim/**',
      ],
      rules: { 'transactions/only-database': 'error' },
    },
    {
      files: ['console/src/**'],
      excludeFiles: ['console/src/app/route-params.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: '@tanstack/react-router',
                importNames: ['useMatch', 'useParams', 'useSearch'],
                message: "Ask the route: getRouteApi('/…').useParams(), or the hooks of app/route-params.ts.",
              },
            ],
          },
        ],
      },
    },
    {
      files: ['console/src/ui/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: ['@tanstack/react-router', '@tanstack/react-query'].map((name) => ({
              name,
              message: 'ui/ is the design system: no router, no API, no feature.',
            })),
          },
        ],
      },
    },
  ],
})
