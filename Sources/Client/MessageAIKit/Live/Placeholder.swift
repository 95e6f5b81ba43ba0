// live client
