// Declarations are added as the app needs them.
