// What Apple's framework of this name has of what the app uses.
